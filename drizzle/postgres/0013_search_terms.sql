ALTER TABLE "ticket_words" RENAME TO "ticket_search_terms";--> statement-breakpoint
ALTER TABLE "ticket_search_terms" RENAME COLUMN "word" TO "term";--> statement-breakpoint
ALTER TABLE "ticket_search_terms" RENAME CONSTRAINT "ticket_words_word_ticket_id_pk" TO "ticket_search_terms_term_ticket_id_pk";--> statement-breakpoint
ALTER TABLE "ticket_search_terms" RENAME CONSTRAINT "ticket_words_ticket_id_tickets_id_fk" TO "ticket_search_terms_ticket_id_tickets_id_fk";--> statement-breakpoint
ALTER INDEX "ticket_words_ticket" RENAME TO "ticket_search_terms_ticket";--> statement-breakpoint
ALTER TABLE "user_words" RENAME TO "user_search_terms";--> statement-breakpoint
ALTER TABLE "user_search_terms" RENAME COLUMN "word" TO "term";--> statement-breakpoint
ALTER TABLE "user_search_terms" RENAME CONSTRAINT "user_words_word_user_id_pk" TO "user_search_terms_term_user_id_pk";--> statement-breakpoint
ALTER TABLE "user_search_terms" RENAME CONSTRAINT "user_words_user_id_users_id_fk" TO "user_search_terms_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "user_words_user" RENAME TO "user_search_terms_user";
