CREATE TABLE `attachments` (
	`id` text PRIMARY KEY NOT NULL,
	`uploader_id` text,
	`ticket_id` integer,
	`message_id` integer,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`alt` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`width` integer,
	`height` integer,
	`has_small` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`uploader_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "attachments_kind_choice" CHECK("kind" in ('picture', 'text')),
	CONSTRAINT "attachments_state_choice" CHECK("state" in ('uploading', 'ready', 'sent', 'removed'))
);
--> statement-breakpoint
CREATE INDEX `attachments_message` ON `attachments` (`message_id`,`position`);--> statement-breakpoint
CREATE INDEX `attachments_ticket` ON `attachments` (`ticket_id`,`id`);--> statement-breakpoint
CREATE INDEX `attachments_uploader` ON `attachments` (`uploader_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `attachments_state` ON `attachments` (`state`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachments_key` ON `attachments` (`key`);