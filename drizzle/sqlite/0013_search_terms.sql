ALTER TABLE `ticket_words` RENAME TO `ticket_search_terms`;--> statement-breakpoint
ALTER TABLE `ticket_search_terms` RENAME COLUMN "word" TO "term";--> statement-breakpoint
DROP INDEX `ticket_words_ticket`;--> statement-breakpoint
CREATE INDEX `ticket_search_terms_ticket` ON `ticket_search_terms` (`ticket_id`,`term`);--> statement-breakpoint
ALTER TABLE `user_words` RENAME TO `user_search_terms`;--> statement-breakpoint
ALTER TABLE `user_search_terms` RENAME COLUMN "word" TO "term";--> statement-breakpoint
DROP INDEX `user_words_user`;--> statement-breakpoint
CREATE INDEX `user_search_terms_user` ON `user_search_terms` (`user_id`,`term`);
