CREATE TABLE `factor_resets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`began_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`next_warning_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `factor_resets_id` ON `factor_resets` (`id`);--> statement-breakpoint
CREATE INDEX `factor_resets_warning` ON `factor_resets` (`next_warning_at`);--> statement-breakpoint
CREATE INDEX `factor_resets_ends` ON `factor_resets` (`ends_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "one_time_codes_kind_choice" CHECK("kind" in ('verify', 'reset', 'browser', 'factors'))
);
--> statement-breakpoint
INSERT INTO `__new_one_time_codes`("hash", "user_id", "kind", "created_at", "expires_at", "used_at") SELECT "hash", "user_id", "kind", "created_at", "expires_at", "used_at" FROM `one_time_codes`;--> statement-breakpoint
DROP TABLE `one_time_codes`;--> statement-breakpoint
ALTER TABLE `__new_one_time_codes` RENAME TO `one_time_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);