CREATE TABLE `consents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`is_given` integer NOT NULL,
	`way` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "consents_kind_choice" CHECK("kind" in ('rules', 'privacy', 'marketing')),
	CONSTRAINT "consents_way_choice" CHECK("way" in ('registration', 'settings', 'prompt', 'unsubscription', 'import', 'earlier'))
);
--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`kind`,`id`);--> statement-breakpoint
CREATE TABLE `news_mailings` (
	`news_id` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`recipients` integer NOT NULL,
	`reached` text NOT NULL,
	`started_at` integer NOT NULL,
	`started_by` text NOT NULL,
	`ended_at` integer,
	CONSTRAINT "news_mailings_state_choice" CHECK("state" in ('sending', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE INDEX `news_mailings_state` ON `news_mailings` (`state`);--> statement-breakpoint
CREATE TABLE `news_mails` (
	`news_id` integer NOT NULL,
	`user_id` text NOT NULL,
	`outbox_id` integer NOT NULL,
	`outcome` text NOT NULL,
	`error` text,
	PRIMARY KEY(`news_id`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict,
	CONSTRAINT "news_mails_outcome_choice" CHECK("outcome" in ('queued', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE INDEX `news_mails_outcome` ON `news_mails` (`news_id`,`outcome`);--> statement-breakpoint
CREATE INDEX `news_mails_user` ON `news_mails` (`user_id`);--> statement-breakpoint
CREATE TABLE `policy_versions` (
	`kind` text NOT NULL,
	`version` integer NOT NULL,
	`asks_again` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`kind`, `version`),
	CONSTRAINT "policy_versions_kind_choice" CHECK("kind" in ('rules', 'privacy'))
);
--> statement-breakpoint
CREATE INDEX `users_marketing` ON `users` (`allow_marketing`,`id`);