CREATE TABLE "memberships" (
	"user_id" text COLLATE "C" NOT NULL,
	"tier" text COLLATE "C" NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memberships_user_id_tier_pk" PRIMARY KEY("user_id","tier"),
	CONSTRAINT "memberships_tier_choice" CHECK ("tier" in ('Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
CREATE TABLE "retired_links" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"retired_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retired_links_platform_choice" CHECK ("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memberships_ends" ON "memberships" USING btree ("ends_at");