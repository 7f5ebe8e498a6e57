CREATE TABLE `saved_replies` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` text,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`revision` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `saved_replies_owner` ON `saved_replies` (`owner_id`,`id`);--> statement-breakpoint
CREATE TABLE `saved_reply_uses` (
	`user_id` text NOT NULL,
	`reply_id` integer NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `reply_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `saved_reply_uses_reply` ON `saved_reply_uses` (`reply_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_ticket_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`ticket_id` integer NOT NULL,
	`act` text NOT NULL,
	`actor_id` text NOT NULL,
	`at` integer NOT NULL,
	`details` text NOT NULL,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "ticket_entries_act_choice" CHECK("act" in ('opened', 'edited', 'assigned', 'unassigned', 'closed', 'restored', 'merged'))
);
--> statement-breakpoint
INSERT INTO `__new_ticket_entries`("id", "ticket_id", "act", "actor_id", "at", "details") SELECT "id", "ticket_id", "act", "actor_id", "at", "details" FROM `ticket_entries`;--> statement-breakpoint
DROP TABLE `ticket_entries`;--> statement-breakpoint
ALTER TABLE `__new_ticket_entries` RENAME TO `ticket_entries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `ticket_entries_ticket` ON `ticket_entries` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_entries_actor` ON `ticket_entries` (`actor_id`,`id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `merged_into` integer;