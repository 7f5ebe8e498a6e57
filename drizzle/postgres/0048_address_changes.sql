CREATE TABLE "address_changes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"email_key" text COLLATE "C" NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "address_requests" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"is_by_team" boolean NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_kind_choice";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "about" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "address_changes" ADD CONSTRAINT "address_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "address_requests" ADD CONSTRAINT "address_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_changes_user" ON "address_changes" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "address_changes_key" ON "address_changes" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "address_changes_until" ON "address_changes" USING btree ("until");--> statement-breakpoint
CREATE INDEX "address_requests_expires" ON "address_requests" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_kind_choice" CHECK ("kind" in ('verify', 'reset', 'browser', 'factors', 'signout', 'address', 'revert'));