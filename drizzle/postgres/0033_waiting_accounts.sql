ALTER TABLE "users" ADD COLUMN "waits_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "import_key" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "users_import_key" ON "users" USING btree ("import_key");--> statement-breakpoint
CREATE INDEX "users_waits" ON "users" USING btree ("waits_since");