PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_push_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`topic` text,
	`notification_id` integer,
	`ticket_id` integer,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "push_notices_topic_choice" CHECK("topic" in ('tickets', 'points', 'shop', 'strikes', 'news'))
);
--> statement-breakpoint
INSERT INTO `__new_push_notices`("id", "subscription_id", "user_id", "topic", "notification_id", "ticket_id", "text", "link", "created_at", "due_at", "attempts", "error") SELECT "id", "subscription_id", "user_id", "topic", "notification_id", "ticket_id", "text", "link", "created_at", "due_at", "attempts", "error" FROM `push_notices`;--> statement-breakpoint
DROP TABLE `push_notices`;--> statement-breakpoint
ALTER TABLE `__new_push_notices` RENAME TO `push_notices`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `push_notices_due` ON `push_notices` (`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `push_notices_user` ON `push_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_notices_subscription` ON `push_notices` (`subscription_id`,`id`);--> statement-breakpoint
ALTER TABLE `notice_settings` ADD `strikes_mail` integer;--> statement-breakpoint
ALTER TABLE `notice_settings` ADD `strikes_push` integer;