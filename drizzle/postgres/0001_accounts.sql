CREATE TABLE "links" (
	"user_id" text COLLATE "C" NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"image_url" text COLLATE "C",
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "links_user_id_platform_pk" PRIMARY KEY("user_id","platform"),
	CONSTRAINT "links_platform_choice" CHECK ("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE TABLE "notification_reads" (
	"notification_id" bigint NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notification_reads_notification_id_user_id_pk" PRIMARY KEY("notification_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text COLLATE "C",
	"is_global" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "one_time_codes" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_codes_kind_choice" CHECK ("kind" in ('verify', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"image_url" text COLLATE "C",
	"browser_hash" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "proofs_platform_choice" CHECK ("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"browser" text COLLATE "C" NOT NULL,
	"address" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"email" text COLLATE "C",
	"email_key" text COLLATE "C",
	"password_hash" text COLLATE "C",
	"role" text COLLATE "C" NOT NULL,
	"first_name" text COLLATE "C" NOT NULL,
	"last_name" text COLLATE "C" NOT NULL,
	"allow_marketing" boolean NOT NULL,
	"promo_received_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	"deactivated_by" text COLLATE "C",
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_role_choice" CHECK ("role" in ('User', 'Admin')),
	CONSTRAINT "users_deactivated_by_choice" CHECK ("deactivated_by" in ('owner', 'admin'))
);
--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "links_account" ON "links" USING btree ("platform","external_id");--> statement-breakpoint
CREATE INDEX "notification_reads_user" ON "notification_reads" USING btree ("user_id","notification_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "one_time_codes_expires" ON "one_time_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "proofs_expires" ON "proofs" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_deactivated" ON "users" USING btree ("deactivated_by","deactivated_at");--> statement-breakpoint
CREATE INDEX "users_verified" ON "users" USING btree ("verified_at");