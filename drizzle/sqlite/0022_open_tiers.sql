PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_basket_reservations` (
	`user_id` text NOT NULL,
	`what` text NOT NULL,
	`order_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `what`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
INSERT INTO `__new_basket_reservations`("user_id", "what", "order_id", "created_at") SELECT "user_id", "what", "order_id", "created_at" FROM `basket_reservations`;--> statement-breakpoint
DROP TABLE `basket_reservations`;--> statement-breakpoint
ALTER TABLE `__new_basket_reservations` RENAME TO `basket_reservations`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `basket_reservations_order` ON `basket_reservations` (`order_id`);--> statement-breakpoint
CREATE TABLE `__new_memberships` (
	`user_id` text NOT NULL,
	`tier` text NOT NULL,
	`ends_at` integer NOT NULL,
	`given_until` integer,
	PRIMARY KEY(`user_id`, `tier`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
INSERT INTO `__new_memberships`("user_id", "tier", "ends_at", "given_until") SELECT "user_id", "tier", "ends_at", "given_until" FROM `memberships`;--> statement-breakpoint
DROP TABLE `memberships`;--> statement-breakpoint
ALTER TABLE `__new_memberships` RENAME TO `memberships`;--> statement-breakpoint
CREATE INDEX `memberships_ends` ON `memberships` (`ends_at`);--> statement-breakpoint
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
	CONSTRAINT "payment_lines_review_choice" CHECK("review" in ('repeat', 'renewal', 'price', 'promo'))
);
--> statement-breakpoint
INSERT INTO `__new_payment_lines`("payment_id", "line", "package_id", "name", "quantity", "price_cents", "points", "tier", "tier_cut_at", "deliveries", "review", "is_held") SELECT "payment_id", "line", "package_id", "name", "quantity", "price_cents", "points", "tier", "tier_cut_at", "deliveries", "review", "is_held" FROM `payment_lines`;--> statement-breakpoint
DROP TABLE `payment_lines`;--> statement-breakpoint
ALTER TABLE `__new_payment_lines` RENAME TO `payment_lines`;--> statement-breakpoint
CREATE TABLE `__new_subscriptions` (
	`reference` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`order_id` integer NOT NULL,
	`tier` text NOT NULL,
	`state` text NOT NULL,
	`next_payment_at` integer,
	`event_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "subscriptions_state_choice" CHECK("state" in ('active', 'cancelled', 'ended'))
);
--> statement-breakpoint
INSERT INTO `__new_subscriptions`("reference", "user_id", "order_id", "tier", "state", "next_payment_at", "event_at") SELECT "reference", "user_id", "order_id", "tier", "state", "next_payment_at", "event_at" FROM `subscriptions`;--> statement-breakpoint
DROP TABLE `subscriptions`;--> statement-breakpoint
ALTER TABLE `__new_subscriptions` RENAME TO `subscriptions`;--> statement-breakpoint
CREATE INDEX `subscriptions_user` ON `subscriptions` (`user_id`,`reference`);