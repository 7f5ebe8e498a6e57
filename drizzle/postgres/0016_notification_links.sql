ALTER TABLE "notifications" ADD COLUMN "link" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "notification_reads_tickets" ON "notification_reads" USING btree ("user_id","is_read","notification_id") WHERE ticket_id is not null;--> statement-breakpoint
CREATE INDEX "notification_reads_news" ON "notification_reads" USING btree ("user_id","is_read","notification_id") WHERE ticket_id is null;--> statement-breakpoint
CREATE INDEX "notifications_author" ON "notifications" USING btree ("created_by","kind","id");