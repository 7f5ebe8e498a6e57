PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_tickets` (
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
	CONSTRAINT "tickets_status_choice" CHECK("status" in ('Open', 'closed'))
);
--> statement-breakpoint
INSERT INTO `__new_tickets`("id", "subject", "category", "game", "server", "description", "status", "created_by", "created_at", "updated_at") SELECT "id", "subject", "category", "game", "server", "description", "status", "created_by", "created_at", "updated_at" FROM `tickets`;--> statement-breakpoint
DROP TABLE `tickets`;--> statement-breakpoint
ALTER TABLE `__new_tickets` RENAME TO `tickets`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `tickets_status` ON `tickets` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_game` ON `tickets` (`status`,`game`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_category` ON `tickets` (`status`,`category`,`id`);