PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`game` text NOT NULL,
	`payload` text NOT NULL,
	`reference` text NOT NULL,
	`created_at` integer NOT NULL,
	`acknowledged_at` integer,
	`acknowledged_by` text,
	`is_done` integer NOT NULL,
	`server` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
INSERT INTO `__new_deliveries`("id", "user_id", "game", "payload", "reference", "created_at", "acknowledged_at", "acknowledged_by", "is_done", "server") SELECT "id", "user_id", "game", "payload", "reference", "created_at", "acknowledged_at", "acknowledged_by", "is_done", "server" FROM `deliveries`;--> statement-breakpoint
DROP TABLE `deliveries`;--> statement-breakpoint
ALTER TABLE `__new_deliveries` RENAME TO `deliveries`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_reference` ON `deliveries` (`reference`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`game`,`is_done`,`server`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_user` ON `deliveries` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `__new_kept_votes` (
	`reference` text PRIMARY KEY NOT NULL,
	`voter` text NOT NULL,
	`game` text NOT NULL,
	`server` text NOT NULL,
	`service_name` text NOT NULL,
	`timestamp` text NOT NULL,
	`points` integer NOT NULL,
	`kept_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_kept_votes`("reference", "voter", "game", "server", "service_name", "timestamp", "points", "kept_at") SELECT "reference", "voter", "game", "server", "service_name", "timestamp", "points", "kept_at" FROM `kept_votes`;--> statement-breakpoint
DROP TABLE `kept_votes`;--> statement-breakpoint
ALTER TABLE `__new_kept_votes` RENAME TO `kept_votes`;--> statement-breakpoint
CREATE INDEX `kept_votes_voter` ON `kept_votes` (`voter`,`kept_at`);--> statement-breakpoint
CREATE INDEX `kept_votes_kept` ON `kept_votes` (`kept_at`);--> statement-breakpoint
CREATE TABLE `__new_play_weeks` (
	`user_id` text NOT NULL,
	`week` text NOT NULL,
	`game` text NOT NULL,
	`server` text NOT NULL,
	`quarters` integer NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`user_id`, `week`, `game`, `server`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
INSERT INTO `__new_play_weeks`("user_id", "week", "game", "server", "quarters", "points") SELECT "user_id", "week", "game", "server", "quarters", "points" FROM `play_weeks`;--> statement-breakpoint
DROP TABLE `play_weeks`;--> statement-breakpoint
ALTER TABLE `__new_play_weeks` RENAME TO `play_weeks`;--> statement-breakpoint
CREATE INDEX `play_weeks_week` ON `play_weeks` (`week`);--> statement-breakpoint
CREATE TABLE `__new_presence` (
	`quarter` integer NOT NULL,
	`user_id` text NOT NULL,
	`game` text NOT NULL,
	`points` integer NOT NULL,
	`is_credited` integer NOT NULL,
	PRIMARY KEY(`quarter`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
INSERT INTO `__new_presence`("quarter", "user_id", "game", "points", "is_credited") SELECT "quarter", "user_id", "game", "points", "is_credited" FROM `presence`;--> statement-breakpoint
DROP TABLE `presence`;--> statement-breakpoint
ALTER TABLE `__new_presence` RENAME TO `presence`;--> statement-breakpoint
CREATE INDEX `presence_due` ON `presence` (`is_credited`,`quarter`,`user_id`);--> statement-breakpoint
CREATE INDEX `presence_user` ON `presence` (`user_id`,`quarter`);--> statement-breakpoint
CREATE TABLE `__new_server_status` (
	`key` text PRIMARY KEY NOT NULL,
	`game` text NOT NULL,
	`state` text NOT NULL,
	`since` integer,
	`server_name` text NOT NULL,
	`version` text NOT NULL,
	`players` integer NOT NULL,
	`max_players` integer NOT NULL,
	`map` text DEFAULT '' NOT NULL,
	`misses` integer NOT NULL,
	`checked_at` integer,
	`changed_at` integer NOT NULL,
	CONSTRAINT "server_status_state_choice" CHECK("state" in ('online', 'offline', 'unknown'))
);
--> statement-breakpoint
INSERT INTO `__new_server_status`("key", "game", "state", "since", "server_name", "version", "players", "max_players", "map", "misses", "checked_at", "changed_at") SELECT "key", "game", "state", "since", "server_name", "version", "players", "max_players", "map", "misses", "checked_at", "changed_at" FROM `server_status`;--> statement-breakpoint
DROP TABLE `server_status`;--> statement-breakpoint
ALTER TABLE `__new_server_status` RENAME TO `server_status`;