PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_point_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`delta` integer NOT NULL,
	`balance` integer NOT NULL,
	`reason` text NOT NULL,
	`reference` text NOT NULL,
	`actor_id` text,
	`game` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "point_entries_kind_choice" CHECK("kind" in ('purchase', 'subscription', 'passive', 'play', 'vote', 'spend', 'refund', 'admin', 'merge'))
);
--> statement-breakpoint
INSERT INTO `__new_point_entries`("id", "user_id", "kind", "delta", "balance", "reason", "reference", "actor_id", "game", "at") SELECT "id", "user_id", "kind", "delta", "balance", "reason", "reference", "actor_id", "game", "at" FROM `point_entries`;--> statement-breakpoint
DROP TABLE `point_entries`;--> statement-breakpoint
ALTER TABLE `__new_point_entries` RENAME TO `point_entries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `point_entries_reference` ON `point_entries` (`reference`);--> statement-breakpoint
CREATE INDEX `point_entries_user` ON `point_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `point_entries_kind` ON `point_entries` (`user_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `point_entries_at` ON `point_entries` (`user_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `point_entries_sum` ON `point_entries` (`at`,`kind`,`delta`);