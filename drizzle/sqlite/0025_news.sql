CREATE TABLE `news` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`text` text NOT NULL,
	`body` text NOT NULL,
	`publish_at` integer NOT NULL,
	`is_published` integer NOT NULL,
	`pinned_from` integer,
	`pinned_until` integer,
	`notifies` integer NOT NULL,
	`revision` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `news_slug` ON `news` (`slug`);--> statement-breakpoint
CREATE INDEX `news_published` ON `news` (`is_published`,`publish_at`,`id`);--> statement-breakpoint
CREATE INDEX `news_all` ON `news` (`publish_at`,`id`);--> statement-breakpoint
CREATE INDEX `news_pinned` ON `news` (`pinned_until`);