CREATE TABLE `maintenance` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reason` text NOT NULL,
	`expected_end` integer,
	`begun_at` integer NOT NULL,
	`begun_by` text NOT NULL,
	`ended_at` integer,
	`ended_by` text
);
