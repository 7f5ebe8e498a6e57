ALTER TABLE `notifications` ADD `link` text;--> statement-breakpoint
ALTER TABLE `notifications` ADD `withdrawn_at` integer;--> statement-breakpoint
CREATE INDEX `notifications_author` ON `notifications` (`created_by`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `notification_reads_tickets` ON `notification_reads` (`user_id`,`is_read`,`notification_id`) WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX `notification_reads_news` ON `notification_reads` (`user_id`,`is_read`,`notification_id`) WHERE ticket_id is null;