ALTER TABLE `audit` ADD `network` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `browser` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `position` integer;--> statement-breakpoint
ALTER TABLE `audit` ADD `salt` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `personal_hash` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_position` ON `audit` (`position`);--> statement-breakpoint
CREATE INDEX `audit_request` ON `audit` (`request_id`);--> statement-breakpoint
UPDATE audit SET action = 'limit.reached' WHERE action = 'session.limited';--> statement-breakpoint
UPDATE audit SET action = 'bridge_key.created' WHERE action = 'bridge_key.made';--> statement-breakpoint
UPDATE audit SET action = 'shop.event_refused' WHERE action = 'store.event_refused';--> statement-breakpoint
UPDATE audit SET action = 'shop.event_replayed' WHERE action = 'store.event_replayed';
