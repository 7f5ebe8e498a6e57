CREATE TABLE "bridge_keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"scopes" text NOT NULL,
	"games" text NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"payload" text NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"acknowledged_at" timestamp (3) with time zone,
	"acknowledged_by" text COLLATE "C",
	"is_done" boolean NOT NULL,
	CONSTRAINT "deliveries_game_choice" CHECK ("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
CREATE TABLE "openid_nonces" (
	"nonce" text COLLATE "C" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "presence" (
	"quarter" timestamp (3) with time zone NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"points" bigint NOT NULL,
	"is_credited" boolean NOT NULL,
	CONSTRAINT "presence_quarter_user_id_pk" PRIMARY KEY("quarter","user_id"),
	CONSTRAINT "presence_game_choice" CHECK ("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
ALTER TABLE "point_entries" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'play' NOT NULL;--> statement-breakpoint
ALTER TABLE "point_entries" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "bridge_keys" ADD CONSTRAINT "bridge_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence" ADD CONSTRAINT "presence_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bridge_keys_hash" ON "bridge_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "bridge_keys_created" ON "bridge_keys" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_reference" ON "deliveries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("game","is_done","id");--> statement-breakpoint
CREATE INDEX "deliveries_user" ON "deliveries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "openid_nonces_expires" ON "openid_nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "presence_due" ON "presence" USING btree ("is_credited","quarter","user_id");--> statement-breakpoint
CREATE INDEX "presence_user" ON "presence" USING btree ("user_id","quarter");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "point_entries_kind" ON "point_entries" USING btree ("user_id","kind","id");--> statement-breakpoint
CREATE INDEX "users_role" ON "users" USING btree ("role","created_at","id");--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_kind_choice" CHECK ("kind" in ('purchase', 'subscription', 'passive', 'play', 'vote', 'spend', 'refund', 'admin'));