CREATE TABLE `basket_reservations` (
	`user_id` text NOT NULL,
	`what` text NOT NULL,
	`order_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `what`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "basket_reservations_what_choice" CHECK("what" in ('promo', 'Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
CREATE INDEX `basket_reservations_order` ON `basket_reservations` (`order_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_payment_effects` (
	`payment_id` integer NOT NULL,
	`line` text NOT NULL,
	`kind` text NOT NULL,
	`delta` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `line`, `kind`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payment_effects_kind_choice" CHECK("kind" in ('credit', 'refund', 'dispute', 'won', 'lost', 'closed', 'confirm'))
);
--> statement-breakpoint
INSERT INTO `__new_payment_effects`("payment_id", "line", "kind", "delta", "at") SELECT "payment_id", "line", "kind", "delta", "at" FROM `payment_effects`;--> statement-breakpoint
DROP TABLE `payment_effects`;--> statement-breakpoint
ALTER TABLE `__new_payment_effects` RENAME TO `payment_effects`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE TABLE `__new_payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`order_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`sequence` text NOT NULL,
	`transaction_id` text,
	`reference` text,
	`amount_cents` integer NOT NULL,
	`paid_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payments_sequence_choice" CHECK("sequence" in ('first', 'renewal', 'repeat'))
);
--> statement-breakpoint
INSERT INTO `__new_payments`("id", "key", "order_id", "user_id", "sequence", "transaction_id", "reference", "amount_cents", "paid_at", "created_at") SELECT "id", "key", "order_id", "user_id", "sequence", "transaction_id", "reference", "amount_cents", "paid_at", "created_at" FROM `payments`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_reference` ON `payments` (`reference`,`id`);--> statement-breakpoint
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
	CONSTRAINT "shop_flags_kind_choice" CHECK("kind" in ('unconfirmed', 'items', 'package', 'buyer', 'promo', 'payment', 'dispute', 'tier'))
);
--> statement-breakpoint
INSERT INTO `__new_shop_flags`("id", "reference", "kind", "order_id", "event_id", "details", "created_at", "is_resolved", "resolved_at", "resolved_by") SELECT "id", "reference", "kind", "order_id", "event_id", "details", "created_at", "is_resolved", "resolved_at", "resolved_by" FROM `shop_flags`;--> statement-breakpoint
DROP TABLE `shop_flags`;--> statement-breakpoint
ALTER TABLE `__new_shop_flags` RENAME TO `shop_flags`;--> statement-breakpoint
CREATE UNIQUE INDEX `shop_flags_reference` ON `shop_flags` (`reference`);--> statement-breakpoint
CREATE INDEX `shop_flags_open` ON `shop_flags` (`is_resolved`,`id`);--> statement-breakpoint
CREATE INDEX `shop_flags_order` ON `shop_flags` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `shop_flags_event` ON `shop_flags` (`event_id`,`is_resolved`);--> statement-breakpoint
CREATE INDEX `shop_flags_payment` ON `shop_flags` (`payment_id`,`is_resolved`);--> statement-breakpoint
ALTER TABLE `orders` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `orders` ADD `claimed_until` integer;--> statement-breakpoint
CREATE TABLE `__new_payment_lines` (
	`payment_id` integer NOT NULL,
	`line` text NOT NULL,
	`package_id` integer NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`points` integer NOT NULL,
	`tier` text,
	`tier_cut_at` integer,
	`deliveries` integer NOT NULL,
	`review` text,
	`is_held` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `line`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payment_lines_tier_choice" CHECK("tier" in ('Gold', 'Diamond', 'Vibranium')),
	CONSTRAINT "payment_lines_review_choice" CHECK("review" in ('repeat', 'renewal', 'price', 'promo'))
);
--> statement-breakpoint
INSERT INTO `__new_payment_lines`("payment_id", "line", "package_id", "name", "quantity", "price_cents", "points", "tier", "tier_cut_at", "deliveries", "is_held") SELECT "payment_id", "line", "package_id", "name", "quantity", "price_cents", "points", "tier", "tier_cut_at", "deliveries", "is_held" FROM `payment_lines`;--> statement-breakpoint
DROP TABLE `payment_lines`;--> statement-breakpoint
ALTER TABLE `__new_payment_lines` RENAME TO `payment_lines`;--> statement-breakpoint
ALTER TABLE `point_entries` ADD `game` text;