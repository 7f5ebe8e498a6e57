CREATE TABLE `strike_attachments` (
	`strike_id` integer NOT NULL,
	`attachment_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`strike_id`, `attachment_id`),
	FOREIGN KEY (`strike_id`) REFERENCES `strikes`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `strike_attachments_attachment` ON `strike_attachments` (`attachment_id`);