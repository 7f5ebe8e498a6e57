CREATE TABLE `archive_parts` (
	`run` text NOT NULL,
	`part` integer NOT NULL,
	`body` blob NOT NULL,
	PRIMARY KEY(`run`, `part`)
);
--> statement-breakpoint
CREATE TABLE `archives` (
	`user_id` text PRIMARY KEY NOT NULL,
	`run` text NOT NULL,
	`state` text NOT NULL,
	`asked_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`ready_at` integer,
	`expires_at` integer,
	`size_bytes` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "archives_state_choice" CHECK("state" in ('waiting', 'ready', 'failed', 'expired'))
);
--> statement-breakpoint
CREATE INDEX `archives_due` ON `archives` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `archives_expires` ON `archives` (`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `messages_author` ON `messages` (`author_id`,`id`);--> statement-breakpoint
CREATE INDEX `ticket_entries_actor` ON `ticket_entries` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_creator` ON `tickets` (`created_by`,`id`);