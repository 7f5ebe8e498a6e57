PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_shop_flags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` integer,
	`event_id` integer,
	`payment_id` integer,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_resolved` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	CONSTRAINT "shop_flags_kind_choice" CHECK("kind" in ('unconfirmed', 'items', 'package', 'buyer', 'promo', 'payment', 'dispute', 'tier', 'benefits'))
);
--> statement-breakpoint
INSERT INTO `__new_shop_flags`("id", "reference", "kind", "order_id", "event_id", "payment_id", "details", "created_at", "is_resolved", "resolved_at", "resolved_by") SELECT "id", "reference", "kind", "order_id", "event_id", "payment_id", "details", "created_at", "is_resolved", "resolved_at", "resolved_by" FROM `shop_flags`;--> statement-breakpoint
DROP TABLE `shop_flags`;--> statement-breakpoint
ALTER TABLE `__new_shop_flags` RENAME TO `shop_flags`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `shop_flags_reference` ON `shop_flags` (`reference`);--> statement-breakpoint
CREATE INDEX `shop_flags_open` ON `shop_flags` (`is_resolved`,`id`);--> statement-breakpoint
CREATE INDEX `shop_flags_order` ON `shop_flags` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `shop_flags_event` ON `shop_flags` (`event_id`,`is_resolved`);--> statement-breakpoint
CREATE INDEX `shop_flags_payment` ON `shop_flags` (`payment_id`,`is_resolved`);