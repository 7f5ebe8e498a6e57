CREATE TABLE `team_members` (
	`user_id` text NOT NULL,
	`role_id` text NOT NULL,
	`given_at` integer NOT NULL,
	`given_by` text,
	PRIMARY KEY(`user_id`, `role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `team_members_role` ON `team_members` (`role_id`,`given_at`,`user_id`);--> statement-breakpoint
CREATE TABLE `team_roles` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`permissions` text NOT NULL,
	`revision` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `team_roles_name` ON `team_roles` (`name_key`);--> statement-breakpoint
ALTER TABLE `users` ADD `team` text;