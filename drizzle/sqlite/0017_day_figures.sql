CREATE TABLE `day_figures` (
	`day` text NOT NULL,
	`name` text NOT NULL,
	`value` integer NOT NULL,
	PRIMARY KEY(`day`, `name`)
);
--> statement-breakpoint
DROP INDEX `users_created`;--> statement-breakpoint
CREATE INDEX `users_joined` ON `users` (`created_at`,`id`,`erased_at`);--> statement-breakpoint
CREATE INDEX `payments_paid` ON `payments` (`paid_at`,`order_id`,`amount_cents`);--> statement-breakpoint
CREATE INDEX `point_entries_sum` ON `point_entries` (`at`,`kind`,`delta`);