CREATE TABLE "day_figures" (
	"day" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"value" bigint NOT NULL,
	CONSTRAINT "day_figures_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
CREATE INDEX "payments_paid" ON "payments" USING btree ("paid_at","order_id","amount_cents");--> statement-breakpoint
CREATE INDEX "point_entries_sum" ON "point_entries" USING btree ("at","kind","delta");--> statement-breakpoint
CREATE INDEX "users_joined" ON "users" USING btree ("created_at","id","erased_at");