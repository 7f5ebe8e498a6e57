CREATE TABLE `play_weeks` (
	`user_id` text NOT NULL,
	`week` text NOT NULL,
	`game` text NOT NULL,
	`server` text NOT NULL,
	`quarters` integer NOT NULL,
	`points` integer NOT NULL,
	PRIMARY KEY(`user_id`, `week`, `game`, `server`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "play_weeks_game_choice" CHECK("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
CREATE INDEX `play_weeks_week` ON `play_weeks` (`week`);--> statement-breakpoint
ALTER TABLE `users` ADD `discord_visited_at` integer;