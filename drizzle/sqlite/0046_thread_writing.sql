CREATE TABLE `message_mentions` (
	`message_id` integer NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`message_id`, `user_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `message_mentions_user` ON `message_mentions` (`user_id`,`message_id`);--> statement-breakpoint
CREATE TABLE `ticket_seen` (
	`ticket_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`message_id` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `user_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `ticket_seen_user` ON `ticket_seen` (`user_id`,`ticket_id`);--> statement-breakpoint
ALTER TABLE `messages` ADD `html` text;--> statement-breakpoint
ALTER TABLE `messages` ADD `edited_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `removed_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `answered_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `closed_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `solved` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `solved_word` text;