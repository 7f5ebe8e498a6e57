CREATE TABLE `links` (
	`user_id` text NOT NULL,
	`platform` text NOT NULL,
	`external_id` text NOT NULL,
	`name` text NOT NULL,
	`image_url` text,
	`linked_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `platform`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "links_platform_choice" CHECK("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `links_account` ON `links` (`platform`,`external_id`);--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`notification_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`read_at` integer,
	PRIMARY KEY(`notification_id`, `user_id`),
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `notification_reads_user` ON `notification_reads` (`user_id`,`notification_id`);--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`message` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	`is_global` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `one_time_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "one_time_codes_kind_choice" CHECK("kind" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE INDEX `one_time_codes_user` ON `one_time_codes` (`user_id`,`kind`);--> statement-breakpoint
CREATE INDEX `one_time_codes_expires` ON `one_time_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `proofs` (
	`hash` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`external_id` text NOT NULL,
	`name` text NOT NULL,
	`image_url` text,
	`browser_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	CONSTRAINT "proofs_platform_choice" CHECK("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE INDEX `proofs_expires` ON `proofs` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`browser` text NOT NULL,
	`address` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text,
	`email_key` text,
	`password_hash` text,
	`role` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`allow_marketing` integer NOT NULL,
	`promo_received_at` integer,
	`verified_at` integer,
	`deactivated_at` integer,
	`deactivated_by` text,
	`erased_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_role_choice" CHECK("role" in ('User', 'Admin')),
	CONSTRAINT "users_deactivated_by_choice" CHECK("deactivated_by" in ('owner', 'admin'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_deactivated` ON `users` (`deactivated_by`,`deactivated_at`);--> statement-breakpoint
CREATE INDEX `users_verified` ON `users` (`verified_at`);