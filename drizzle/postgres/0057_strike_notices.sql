ALTER TABLE "push_notices" DROP CONSTRAINT "push_notices_topic_choice";--> statement-breakpoint
ALTER TABLE "notice_settings" ADD COLUMN "strikes_mail" boolean;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD COLUMN "strikes_push" boolean;--> statement-breakpoint
ALTER TABLE "push_notices" ADD CONSTRAINT "push_notices_topic_choice" CHECK ("topic" in ('tickets', 'points', 'shop', 'strikes', 'news'));