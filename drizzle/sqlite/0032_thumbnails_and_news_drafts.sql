CREATE TABLE `news_drafts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`news_id` integer,
	`news_revision` integer NOT NULL,
	`content` text NOT NULL,
	`revision` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `news_drafts_post` ON `news_drafts` (`news_id`);--> statement-breakpoint
CREATE INDEX `news_drafts_newest` ON `news_drafts` (`updated_at`,`id`);--> statement-breakpoint
ALTER TABLE `site_pictures` ADD `small` blob;