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
	CONSTRAINT "one_time_codes_kind_choice" CHECK("kind" in ('verify', 'reset', 'browser', 'factors', 'signout', 'address', 'merge', 'revert'))
);
--> statement-breakpoint
INSERT INTO `__new_one_time_codes`("hash", "user_id", "kind", "about", "created_at", "expires_at", "used_at") SELECT "hash", "user_id", "kind", "about", "created_at", "expires_at", "used_at" FROM `one_time_codes`;--> statement-breakpoint
DROP TABLE `one_time_codes`;--> statement-breakpoint
ALTER TABLE `__new_one_time_codes` RENAME TO `one_time_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);