ALTER TABLE `users` ADD `name_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (`name_key`,`id`);--> statement-breakpoint
CREATE INDEX `orders_total` ON `orders` (`total_cents`,`id`);