CREATE TABLE "notice_mails" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"topic" text COLLATE "C" NOT NULL,
	"ticket_id" bigint,
	"message_id" bigint,
	"notification_id" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notice_mails_topic_choice" CHECK ("topic" in ('tickets', 'points', 'shop'))
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tickets_bell" boolean,
	"tickets_mail" boolean,
	"tickets_push" boolean,
	"points_bell" boolean,
	"points_mail" boolean,
	"points_push" boolean,
	"shop_bell" boolean,
	"shop_mail" boolean,
	"shop_push" boolean,
	"news_bell" boolean,
	"news_push" boolean,
	"news_bell_since" timestamp (3) with time zone,
	"quiet_from_minute" bigint,
	"quiet_until_minute" bigint,
	"time_zone" text COLLATE "C",
	"digest_hour" bigint,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_mails" ADD CONSTRAINT "notice_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_mails_due" ON "notice_mails" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "notice_mails_user" ON "notice_mails" USING btree ("user_id","id");