CREATE TABLE `address_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`changed_at` integer NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `address_changes_user` ON `address_changes` (`user_id`,`changed_at`);--> statement-breakpoint
CREATE INDEX `address_changes_key` ON `address_changes` (`email_key`);--> statement-breakpoint
CREATE INDEX `address_changes_until` ON `address_changes` (`until`);--> statement-breakpoint
CREATE TABLE `address_requests` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`email` text NOT NULL,
	`is_by_team` integer NOT NULL,
	`asked_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `address_requests_expires` ON `address_requests` (`expires_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`about` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "one_time_codes_kind_choice" CHECK("kind" in ('verify', 'reset', 'browser', 'factors', 'signout', 'address', 'revert'))
);
--> statement-breakpoint
INSERT INTO `__new_one_time_codes`("hash", "user_id", "kind", "about", "created_at", "expires_at", "used_at") SELECT "hash", "user_id", "kind", NULL, "created_at", "expires_at", "used_at" FROM `one_time_codes`;--> statement-breakpoint
DROP TABLE `one_time_codes`;--> statement-breakpoint
ALTER TABLE `__new_one_time_codes` RENAME TO `one_time_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);