DROP INDEX "shop_events_transaction";--> statement-breakpoint
DROP INDEX "shop_flags_payment";--> statement-breakpoint
DROP INDEX "users_import_key";--> statement-breakpoint
DROP INDEX "users_waits";--> statement-breakpoint
DROP INDEX "users_erase_asked";--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "tickets_merged" ON "tickets" USING btree ("merged_into") WHERE "tickets"."merged_into" is not null;--> statement-breakpoint
CREATE INDEX "users_team" ON "users" USING btree ("id") WHERE "users"."team" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_import_key" ON "users" USING btree ("import_key") WHERE "users"."import_key" is not null;--> statement-breakpoint
CREATE INDEX "users_waits" ON "users" USING btree ("waits_since") WHERE "users"."waits_since" is not null;--> statement-breakpoint
CREATE INDEX "users_erase_asked" ON "users" USING btree ("erase_asked_at") WHERE "users"."erase_asked_at" is not null;