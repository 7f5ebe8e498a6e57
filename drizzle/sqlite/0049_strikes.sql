CREATE TABLE `bans` (
	`platform` text NOT NULL,
	`external_id` text NOT NULL,
	`strike_id` integer NOT NULL,
	`until` integer,
	`is_banned` integer NOT NULL,
	`revision` integer NOT NULL,
	PRIMARY KEY(`platform`, `external_id`),
	CONSTRAINT "bans_platform_choice" CHECK("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bans_revision` ON `bans` (`revision`);--> statement-breakpoint
CREATE TABLE `strikes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`issued_by` text NOT NULL,
	`issued_at` integer NOT NULL,
	`rule_id` text NOT NULL,
	`rule_number` text NOT NULL,
	`rule_text` text NOT NULL,
	`reason` text NOT NULL,
	`remark` text NOT NULL,
	`evidence` text NOT NULL,
	`ticket_id` integer,
	`ends_at` integer,
	`forbids_writing` integer NOT NULL,
	`forbids_buying` integer NOT NULL,
	`forbids_earning` integer NOT NULL,
	`forbids_playing` integer NOT NULL,
	`lifted_at` integer,
	`lifted_by` text,
	`lift_reason` text DEFAULT '' NOT NULL,
	`appeal_ticket_id` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`issued_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `strikes_appeal` ON `strikes` (`appeal_ticket_id`);--> statement-breakpoint
CREATE INDEX `strikes_user` ON `strikes` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `strikes_issuer` ON `strikes` (`issued_by`,`id`);--> statement-breakpoint
CREATE INDEX `strikes_rule` ON `strikes` (`rule_id`,`id`);--> statement-breakpoint
CREATE INDEX `strikes_ticket` ON `strikes` (`ticket_id`);--> statement-breakpoint
CREATE INDEX `strikes_ends` ON `strikes` (`ends_at`,`id`);--> statement-breakpoint
CREATE TABLE `struck_accounts` (
	`hash` text NOT NULL,
	`strike_id` integer NOT NULL,
	PRIMARY KEY(`hash`, `strike_id`),
	FOREIGN KEY (`strike_id`) REFERENCES `strikes`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `struck_accounts_strike` ON `struck_accounts` (`strike_id`);