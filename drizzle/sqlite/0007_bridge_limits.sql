CREATE TABLE `kept_votes` (
	`reference` text PRIMARY KEY NOT NULL,
	`voter` text NOT NULL,
	`game` text NOT NULL,
	`server` text NOT NULL,
	`service_name` text NOT NULL,
	`timestamp` text NOT NULL,
	`points` integer NOT NULL,
	`kept_at` integer NOT NULL,
	CONSTRAINT "kept_votes_game_choice" CHECK("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
CREATE INDEX `kept_votes_voter` ON `kept_votes` (`voter`,`kept_at`);--> statement-breakpoint
CREATE INDEX `kept_votes_kept` ON `kept_votes` (`kept_at`);--> statement-breakpoint
DROP INDEX `deliveries_due`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `server` text;--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`game`,`is_done`,`server`,`id`);--> statement-breakpoint
ALTER TABLE `bridge_keys` ADD `expires_at` integer;--> statement-breakpoint
ALTER TABLE `bridge_keys` ADD `expiry_warned_at` integer;--> statement-breakpoint
CREATE INDEX `bridge_keys_maker` ON `bridge_keys` (`created_by`,`id`);--> statement-breakpoint
CREATE INDEX `bridge_keys_expiry` ON `bridge_keys` (`expires_at`);