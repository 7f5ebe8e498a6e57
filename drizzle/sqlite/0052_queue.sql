CREATE TABLE `labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`colour` text NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "labels_colour_choice" CHECK("colour" in ('grey', 'red', 'orange', 'yellow', 'green', 'blue', 'violet'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_name` ON `labels` (`name_key`);--> statement-breakpoint
CREATE TABLE `ticket_labels` (
	`ticket_id` integer NOT NULL,
	`label_id` integer NOT NULL,
	PRIMARY KEY(`ticket_id`, `label_id`),
	FOREIGN KEY (`ticket_id`) REFERENCES `tickets`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `ticket_labels_label` ON `ticket_labels` (`label_id`,`ticket_id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `assignee_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `tickets` ADD `priority` integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE `tickets` ADD `last_message_id` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
CREATE INDEX `tickets_priority` ON `tickets` (`status`,`priority`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_waiting_id` ON `tickets` (`status`,`id`) WHERE "tickets"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX `tickets_waiting_priority` ON `tickets` (`status`,`priority`,`id`) WHERE "tickets"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX `tickets_assignee` ON `tickets` (`assignee_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_assignee_waiting` ON `tickets` (`assignee_id`,`status`,`waiting_since`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_assignee_priority` ON `tickets` (`assignee_id`,`status`,`priority`,`id`);