CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`author_id` text NOT NULL,
	`content` text NOT NULL,
	`img_urls` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `messages_ticket` ON `messages` (`ticket_id`,`id`);--> statement-breakpoint
CREATE TABLE `point_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`delta` integer NOT NULL,
	`balance` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`actor_id` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `point_entries_reference` ON `point_entries` (`reference`);--> statement-breakpoint
CREATE INDEX `point_entries_user` ON `point_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `ticket_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`act` text NOT NULL,
	`actor_id` text NOT NULL,
	`at` integer NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "ticket_entries_act_choice" CHECK("act" in ('opened', 'edited', 'assigned', 'unassigned', 'closed', 'restored'))
);
--> statement-breakpoint
CREATE INDEX `ticket_entries_ticket` ON `ticket_entries` (`ticket_id`,`id`);--> statement-breakpoint
CREATE TABLE `ticket_people` (
	`ticket_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`ticket_id`, `user_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "ticket_people_status_choice" CHECK("status" in ('Open', 'closed'))
);
--> statement-breakpoint
CREATE INDEX `ticket_people_mine` ON `ticket_people` (`user_id`,`status`,`ticket_id`);--> statement-breakpoint
CREATE TABLE `ticket_words` (
	`word` text NOT NULL,
	`ticket_id` integer NOT NULL,
	PRIMARY KEY(`word`, `ticket_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `ticket_words_ticket` ON `ticket_words` (`ticket_id`,`word`);--> statement-breakpoint
CREATE TABLE `tickets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`category` text NOT NULL,
	`game` text NOT NULL,
	`server` text NOT NULL,
	`description` text NOT NULL,
	`status` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "tickets_category_choice" CHECK("category" in ('Bug', 'Shop Issue', 'Connection Issue', 'Other')),
	CONSTRAINT "tickets_status_choice" CHECK("status" in ('Open', 'closed'))
);
--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_game` ON `tickets` (`status`,`game`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_category` ON `tickets` (`status`,`category`,`id`);--> statement-breakpoint
CREATE TABLE `user_words` (
	`word` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`word`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `user_words_user` ON `user_words` (`user_id`,`word`);--> statement-breakpoint
DROP INDEX `notification_reads_user`;--> statement-breakpoint
ALTER TABLE `notification_reads` ADD `is_read` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `notification_reads` ADD `ticket_id` integer;--> statement-breakpoint
CREATE INDEX `notification_reads_ticket` ON `notification_reads` (`ticket_id`,`is_read`,`user_id`);--> statement-breakpoint
CREATE INDEX `notification_reads_user` ON `notification_reads` (`user_id`,`is_read`,`notification_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`is_global` integer NOT NULL,
	`kind` text DEFAULT 'news' NOT NULL,
	CONSTRAINT "notifications_kind_choice" CHECK("kind" in ('news', 'reply', 'assignment', 'closing'))
);
--> statement-breakpoint
INSERT INTO `__new_notifications`("id", "subject", "message", "created_at", "created_by", "is_global", "kind") SELECT "id", "subject", "message", "created_at", "created_by", "is_global", 'news' FROM `notifications`;--> statement-breakpoint
DROP TABLE `notifications`;--> statement-breakpoint
ALTER TABLE `__new_notifications` RENAME TO `notifications`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `notifications_global` ON `notifications` (`is_global`,`id`);--> statement-breakpoint
UPDATE `notification_reads` SET `is_read` = 1 WHERE `read_at` IS NOT NULL;
