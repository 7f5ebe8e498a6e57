CREATE TABLE `bridge_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`name` text NOT NULL,
	`scopes` text NOT NULL,
	`games` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bridge_keys_hash` ON `bridge_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `bridge_keys_created` ON `bridge_keys` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`game` text NOT NULL,
	`payload` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`is_done` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "deliveries_game_choice" CHECK("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_reference` ON `deliveries` (`reference`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`game`,`is_done`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_user` ON `deliveries` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `openid_nonces` (
	`nonce` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `openid_nonces_expires` ON `openid_nonces` (`expires_at`);--> statement-breakpoint
CREATE TABLE `presence` (
	`quarter` integer NOT NULL,
	`user_id` text NOT NULL,
	`game` text NOT NULL,
	`points` integer NOT NULL,
	`is_credited` integer NOT NULL,
	PRIMARY KEY(`quarter`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "presence_game_choice" CHECK("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
CREATE INDEX `presence_due` ON `presence` (`is_credited`,`quarter`,`user_id`);--> statement-breakpoint
CREATE INDEX `presence_user` ON `presence` (`user_id`,`quarter`);--> statement-breakpoint
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
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "point_entries_kind_choice" CHECK("kind" in ('purchase', 'subscription', 'passive', 'play', 'vote', 'spend', 'refund', 'admin'))
);
--> statement-breakpoint
INSERT INTO `__new_point_entries`("id", "user_id", "kind", "delta", "balance", "reason", "reference", "actor_id", "at") SELECT "id", "user_id", 'play', "delta", "balance", "reason", "reference", "actor_id", "at" FROM `point_entries`;--> statement-breakpoint
DROP TABLE `point_entries`;--> statement-breakpoint
ALTER TABLE `__new_point_entries` RENAME TO `point_entries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `point_entries_reference` ON `point_entries` (`reference`);--> statement-breakpoint
CREATE INDEX `point_entries_user` ON `point_entries` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `point_entries_kind` ON `point_entries` (`user_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role`,`created_at`,`id`);