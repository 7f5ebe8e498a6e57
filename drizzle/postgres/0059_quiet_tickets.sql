DROP INDEX "tickets_answered";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "quiet_since" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "tickets" SET "quiet_since" = "answered_at";--> statement-breakpoint
CREATE INDEX "tickets_quiet" ON "tickets" USING btree ("status","quiet_since","id");