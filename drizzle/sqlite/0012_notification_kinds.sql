PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`is_global` integer NOT NULL,
	`kind` text DEFAULT 'news' NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_notifications`("id", "subject", "message", "created_at", "created_by", "is_global", "kind") SELECT "id", "subject", "message", "created_at", "created_by", "is_global", "kind" FROM `notifications`;--> statement-breakpoint
DROP TABLE `notifications`;--> statement-breakpoint
ALTER TABLE `__new_notifications` RENAME TO `notifications`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `notifications_global` ON `notifications` (`is_global`,`id`);