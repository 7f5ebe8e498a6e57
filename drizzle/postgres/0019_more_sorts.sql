CREATE TABLE "point_balances" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"balance" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "point_balances" ADD CONSTRAINT "point_balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "point_balances_balance" ON "point_balances" USING btree ("balance","user_id");--> statement-breakpoint
CREATE INDEX "shop_events_received" ON "shop_events" USING btree ("received_at","id");--> statement-breakpoint
INSERT INTO "point_balances" SELECT "id", coalesce((SELECT "balance" FROM "point_entries" WHERE "user_id" = "users"."id" ORDER BY "point_entries"."id" DESC LIMIT 1), 0) FROM "users";