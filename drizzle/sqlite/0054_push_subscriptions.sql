CREATE TABLE `push_broadcasts` (
	`notification_id` integer PRIMARY KEY NOT NULL,
	`reached` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `push_notices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subscription_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`topic` text,
	`notification_id` integer,
	`ticket_id` integer,
	`text` text NOT NULL,
	`link` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	FOREIGN KEY (`subscription_id`) REFERENCES `push_subscriptions`(`id`) ON UPDATE no action ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "push_notices_topic_choice" CHECK("topic" in ('tickets', 'points', 'shop', 'news'))
);
--> statement-breakpoint
CREATE INDEX `push_notices_due` ON `push_notices` (`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `push_notices_user` ON `push_notices` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_notices_subscription` ON `push_notices` (`subscription_id`,`id`);--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`browser` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`pushed_at` integer,
	`refusals` integer DEFAULT 0 NOT NULL,
	`refusal` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_seen` ON `push_subscriptions` (`seen_at`);