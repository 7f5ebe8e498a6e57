ALTER TABLE "users" ADD COLUMN "erase_asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_erase_asked" ON "users" USING btree ("erase_asked_at");