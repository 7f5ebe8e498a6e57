CREATE TABLE `calendar_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`servers` text NOT NULL,
	`begins_at` integer NOT NULL,
	`minutes` integer NOT NULL,
	`repeat` text NOT NULL,
	`repeat_until` integer,
	`rates` text NOT NULL,
	`over_at` integer,
	`revision` integer NOT NULL,
	`created_by` text NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "calendar_entries_kind_choice" CHECK("kind" in ('wipe', 'restart', 'event', 'rates')),
	CONSTRAINT "calendar_entries_repeat_choice" CHECK("repeat" in ('never', 'daily', 'weekly', 'fortnightly', 'monthly'))
);
--> statement-breakpoint
CREATE INDEX `calendar_entries_over` ON `calendar_entries` (`over_at`);