CREATE TABLE `ticket_figures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`week` text NOT NULL,
	`category` text NOT NULL,
	`helper_id` text,
	`opened` integer NOT NULL,
	`closed` integer NOT NULL,
	`answer_seconds` text NOT NULL,
	`solution_seconds` text NOT NULL,
	`solved` integer NOT NULL,
	`unsolved` integer NOT NULL,
	FOREIGN KEY (`helper_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `ticket_figures_week` ON `ticket_figures` (`week`);--> statement-breakpoint
CREATE INDEX `ticket_figures_helper` ON `ticket_figures` (`helper_id`);--> statement-breakpoint
ALTER TABLE `tickets` ADD `solved_by_team` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `closed_by_silence` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `first_answered_by` text REFERENCES users(id);--> statement-breakpoint
CREATE INDEX `tickets_created` ON `tickets` (`created_at`);--> statement-breakpoint
CREATE INDEX `tickets_first_answered` ON `tickets` (`first_answered_at`);--> statement-breakpoint
CREATE INDEX `tickets_first_answerer` ON `tickets` (`first_answered_by`);--> statement-breakpoint
CREATE INDEX `tickets_closed` ON `tickets` (`closed_at`);--> statement-breakpoint
CREATE INDEX `tickets_words` ON `tickets` (`closed_at`) WHERE "tickets"."solved_word" is not null;