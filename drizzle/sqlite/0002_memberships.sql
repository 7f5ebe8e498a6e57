CREATE TABLE `memberships` (
	`user_id` text NOT NULL,
	`tier` text NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `tier`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "memberships_tier_choice" CHECK("tier" in ('Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
CREATE INDEX `memberships_ends` ON `memberships` (`ends_at`);--> statement-breakpoint
CREATE TABLE `retired_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`retired_at` integer NOT NULL,
	CONSTRAINT "retired_links_platform_choice" CHECK("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
