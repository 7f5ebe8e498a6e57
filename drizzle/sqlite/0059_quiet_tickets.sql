DROP INDEX `tickets_answered`;--> statement-breakpoint
ALTER TABLE `tickets` ADD `quiet_since` integer;--> statement-breakpoint
UPDATE `tickets` SET `quiet_since` = `answered_at`;--> statement-breakpoint
CREATE INDEX `tickets_quiet` ON `tickets` (`status`,`quiet_since`,`id`);