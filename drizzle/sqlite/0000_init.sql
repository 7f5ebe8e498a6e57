CREATE TABLE `assets` (
	`hash` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`body` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`subject` text,
	`before` text,
	`after` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `build_assets` (
	`path` text PRIMARY KEY NOT NULL,
	`build_id` text NOT NULL,
	`type` text NOT NULL,
	`body` blob NOT NULL,
	`expires_at` integer
);
--> statement-breakpoint
CREATE INDEX `build_assets_expires` ON `build_assets` (`expires_at`);--> statement-breakpoint
CREATE TABLE `idempotency` (
	`actor` text NOT NULL,
	`key` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`actor`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_created` ON `idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `limits_window` ON `limits` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`sent_at` integer,
	`failed_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`sent_at`,`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `server_history` (
	`server_key` text NOT NULL,
	`grain` text NOT NULL,
	`at` integer NOT NULL,
	`players_min` integer,
	`players_max` integer,
	`players_sum` integer NOT NULL,
	`answered` integer NOT NULL,
	`probes` integer NOT NULL,
	PRIMARY KEY(`server_key`, `grain`, `at`),
	CONSTRAINT "server_history_grain_choice" CHECK("grain" in ('5m', '1h'))
);
--> statement-breakpoint
CREATE INDEX `server_history_at` ON `server_history` (`grain`,`at`);--> statement-breakpoint
CREATE TABLE `server_status` (
	`key` text PRIMARY KEY NOT NULL,
	`game` text NOT NULL,
	`state` text NOT NULL,
	`since` integer,
	`server_name` text NOT NULL,
	`version` text NOT NULL,
	`players` integer NOT NULL,
	`max_players` integer NOT NULL,
	`misses` integer NOT NULL,
	`checked_at` integer,
	`changed_at` integer NOT NULL,
	CONSTRAINT "server_status_game_choice" CHECK("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld')),
	CONSTRAINT "server_status_state_choice" CHECK("state" in ('online', 'offline', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
