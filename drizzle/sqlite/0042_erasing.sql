ALTER TABLE `users` ADD `erase_asked_at` integer;--> statement-breakpoint
CREATE INDEX `users_erase_asked` ON `users` (`erase_asked_at`);