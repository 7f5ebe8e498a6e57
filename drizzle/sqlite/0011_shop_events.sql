-- A rename keeps the rows and the ids that are taken; SQLite keeps the name of the state's check.
ALTER TABLE `store_events` RENAME TO `shop_events`;--> statement-breakpoint
DROP INDEX `store_events_event`;--> statement-breakpoint
CREATE UNIQUE INDEX `shop_events_event` ON `shop_events` (`event_id`);--> statement-breakpoint
DROP INDEX `store_events_due`;--> statement-breakpoint
CREATE INDEX `shop_events_due` ON `shop_events` (`state`,`next_attempt_at`);--> statement-breakpoint
DROP INDEX `store_events_state`;--> statement-breakpoint
CREATE INDEX `shop_events_state` ON `shop_events` (`state`,`id`);--> statement-breakpoint
DROP INDEX `store_events_order`;--> statement-breakpoint
CREATE INDEX `shop_events_order` ON `shop_events` (`order_id`,`id`);--> statement-breakpoint
DROP INDEX `store_events_transaction`;--> statement-breakpoint
CREATE INDEX `shop_events_transaction` ON `shop_events` (`transaction_id`,`id`);