CREATE TABLE `site_pictures` (
	`key` text PRIMARY KEY NOT NULL,
	`body` blob NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);
