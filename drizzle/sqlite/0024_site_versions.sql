CREATE TABLE `site_drafts` (
	`section` text PRIMARY KEY NOT NULL,
	`content` text,
	`based_on` integer NOT NULL,
	`revision` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`updated_by` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `site_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`document` text NOT NULL,
	`hash` text NOT NULL,
	`note` text NOT NULL,
	`source` text NOT NULL,
	`sections` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text,
	CONSTRAINT "site_versions_source_choice" CHECK("source" in ('file', 'browser', 'restore', 'import'))
);
--> statement-breakpoint
CREATE INDEX `site_versions_source` ON `site_versions` (`source`,`id`);--> statement-breakpoint
CREATE INDEX `site_versions_hash` ON `site_versions` (`hash`,`id`);