ALTER TABLE "tickets" ADD COLUMN "answers" text;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "first_answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "due_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "overdue_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "quiet_warned_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tickets_due" ON "tickets" USING btree ("status","due_at","id");--> statement-breakpoint
CREATE INDEX "tickets_answered" ON "tickets" USING btree ("status","answered_at","id");