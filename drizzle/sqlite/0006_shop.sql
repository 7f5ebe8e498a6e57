CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`ident` text,
	`state` text NOT NULL,
	`items` text NOT NULL,
	`currency` text NOT NULL,
	`total_cents` integer,
	`has_promo` integer NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`received_at` integer,
	`credited_at` integer,
	`next_check_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "orders_state_choice" CHECK("state" in ('open', 'paid', 'refunded', 'disputed', 'abandoned'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_ident` ON `orders` (`ident`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `orders_promo` ON `orders` (`user_id`,`has_promo`,`paid_at`);--> statement-breakpoint
CREATE INDEX `orders_check` ON `orders` (`next_check_at`,`id`);--> statement-breakpoint
CREATE TABLE `payment_effects` (
	`payment_id` integer NOT NULL,
	`line` text NOT NULL,
	`kind` text NOT NULL,
	`delta` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `line`, `kind`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payment_effects_kind_choice" CHECK("kind" in ('credit', 'refund', 'dispute', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE `payment_lines` (
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
	`is_held` integer NOT NULL,
	PRIMARY KEY(`payment_id`, `line`),
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "payment_lines_tier_choice" CHECK("tier" in ('Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
CREATE TABLE `payments` (
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
	CONSTRAINT "payments_sequence_choice" CHECK("sequence" in ('first', 'renewal'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_key` ON `payments` (`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction` ON `payments` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_user` ON `payments` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `payments_reference` ON `payments` (`reference`,`id`);--> statement-breakpoint
CREATE TABLE `shop_flags` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`reference` text NOT NULL,
	`kind` text NOT NULL,
	`order_id` integer,
	`event_id` integer,
	`details` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_resolved` integer NOT NULL,
	`resolved_at` integer,
	`resolved_by` text,
	CONSTRAINT "shop_flags_kind_choice" CHECK("kind" in ('unconfirmed', 'items', 'package', 'buyer', 'promo'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shop_flags_reference` ON `shop_flags` (`reference`);--> statement-breakpoint
CREATE INDEX `shop_flags_open` ON `shop_flags` (`is_resolved`,`id`);--> statement-breakpoint
CREATE INDEX `shop_flags_order` ON `shop_flags` (`order_id`,`id`);--> statement-breakpoint
CREATE TABLE `store_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`body` text NOT NULL,
	`state` text NOT NULL,
	`at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`done_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`error` text,
	`transaction_id` text,
	`order_id` integer,
	CONSTRAINT "store_events_state_choice" CHECK("state" in ('waiting', 'done', 'flagged', 'ignored'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `store_events_event` ON `store_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `store_events_due` ON `store_events` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `store_events_state` ON `store_events` (`state`,`id`);--> statement-breakpoint
CREATE INDEX `store_events_order` ON `store_events` (`order_id`,`id`);--> statement-breakpoint
CREATE INDEX `store_events_transaction` ON `store_events` (`transaction_id`,`id`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`reference` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`order_id` integer NOT NULL,
	`tier` text NOT NULL,
	`state` text NOT NULL,
	`next_payment_at` integer,
	`event_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "subscriptions_tier_choice" CHECK("tier" in ('Gold', 'Diamond', 'Vibranium')),
	CONSTRAINT "subscriptions_state_choice" CHECK("state" in ('active', 'cancelled', 'ended'))
);
--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`reference`);--> statement-breakpoint
ALTER TABLE `memberships` ADD `given_until` integer;--> statement-breakpoint
UPDATE "memberships" SET "given_until" = "ends_at";
