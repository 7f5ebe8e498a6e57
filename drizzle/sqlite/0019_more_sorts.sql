CREATE TABLE `point_balances` (
	`user_id` text PRIMARY KEY NOT NULL,
	`balance` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `point_balances_balance` ON `point_balances` (`balance`,`user_id`);--> statement-breakpoint
CREATE INDEX `shop_events_received` ON `shop_events` (`received_at`,`id`);--> statement-breakpoint
INSERT INTO `point_balances` SELECT `id`, coalesce((SELECT `balance` FROM `point_entries` WHERE `user_id` = `users`.`id` ORDER BY `point_entries`.`id` DESC LIMIT 1), 0) FROM `users`;