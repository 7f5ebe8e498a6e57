CREATE TABLE `known_places` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `kind`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "known_places_kind_choice" CHECK("kind" in ('browser', 'network'))
);
--> statement-breakpoint
CREATE INDEX `known_places_seen` ON `known_places` (`last_seen_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_one_time_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "one_time_codes_kind_choice" CHECK("kind" in ('verify', 'reset', 'browser', 'factors', 'signout'))
);
--> statement-breakpoint
INSERT INTO `__new_one_time_codes`("hash", "user_id", "kind", "created_at", "expires_at", "used_at") SELECT "hash", "user_id", "kind", "created_at", "expires_at", "used_at" FROM `one_time_codes`;--> statement-breakpoint
DROP TABLE `one_time_codes`;--> statement-breakpoint
ALTER TABLE `__new_one_time_codes` RENAME TO `one_time_codes`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `mails_of_links` integer DEFAULT true NOT NULL;