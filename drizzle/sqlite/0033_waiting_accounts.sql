ALTER TABLE `users` ADD `waits_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `import_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_import_key` ON `users` (`import_key`);--> statement-breakpoint
CREATE INDEX `users_waits` ON `users` (`waits_since`);