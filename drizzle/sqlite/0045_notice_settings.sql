CREATE TABLE `notice_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`topic` text NOT NULL,
	`ticket_id` integer,
	`message_id` integer,
	`notification_id` integer,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "notice_mails_topic_choice" CHECK("topic" in ('tickets', 'points', 'shop'))
);
--> statement-breakpoint
CREATE INDEX `notice_mails_due` ON `notice_mails` (`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `notice_mails_user` ON `notice_mails` (`user_id`,`id`);--> statement-breakpoint
CREATE TABLE `notice_settings` (
	`user_id` text PRIMARY KEY NOT NULL,
	`tickets_bell` integer,
	`tickets_mail` integer,
	`tickets_push` integer,
	`points_bell` integer,
	`points_mail` integer,
	`points_push` integer,
	`shop_bell` integer,
	`shop_mail` integer,
	`shop_push` integer,
	`news_bell` integer,
	`news_push` integer,
	`news_bell_since` integer,
	`quiet_from_minute` integer,
	`quiet_until_minute` integer,
	`time_zone` text,
	`digest_hour` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
