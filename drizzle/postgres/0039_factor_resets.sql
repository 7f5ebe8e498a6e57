CREATE TABLE "factor_resets" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"next_warning_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_kind_choice";--> statement-breakpoint
ALTER TABLE "factor_resets" ADD CONSTRAINT "factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "factor_resets_id" ON "factor_resets" USING btree ("id");--> statement-breakpoint
CREATE INDEX "factor_resets_warning" ON "factor_resets" USING btree ("next_warning_at");--> statement-breakpoint
CREATE INDEX "factor_resets_ends" ON "factor_resets" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_kind_choice" CHECK ("kind" in ('verify', 'reset', 'browser', 'factors'));