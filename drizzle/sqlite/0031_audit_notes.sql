CREATE TABLE `audit_notes` (
	`audit_id` integer PRIMARY KEY NOT NULL,
	`subject` text,
	`note` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_notes_subject` ON `audit_notes` (`subject`);