ALTER TABLE `tickets` ADD `answers` text;--> statement-breakpoint
ALTER TABLE `tickets` ADD `first_answered_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `due_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `due_warned_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `overdue_at` integer;--> statement-breakpoint
ALTER TABLE `tickets` ADD `quiet_warned_at` integer;--> statement-breakpoint
CREATE INDEX `tickets_due` ON `tickets` (`status`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `tickets_answered` ON `tickets` (`status`,`answered_at`,`id`);