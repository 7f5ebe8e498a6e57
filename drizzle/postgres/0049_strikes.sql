CREATE TABLE "bans" (
	"platform" text COLLATE "C" NOT NULL,
	"external_id" text COLLATE "C" NOT NULL,
	"strike_id" bigint NOT NULL,
	"until" timestamp (3) with time zone,
	"is_banned" boolean NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "bans_platform_external_id_pk" PRIMARY KEY("platform","external_id"),
	CONSTRAINT "bans_platform_choice" CHECK ("platform" in ('discord', 'steam', 'minecraft', 'epic'))
);
--> statement-breakpoint
CREATE TABLE "strikes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "strikes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"issued_by" text COLLATE "C" NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"rule_id" text COLLATE "C" NOT NULL,
	"rule_number" text COLLATE "C" NOT NULL,
	"rule_text" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"remark" text COLLATE "C" NOT NULL,
	"evidence" text NOT NULL,
	"ticket_id" bigint,
	"ends_at" timestamp (3) with time zone,
	"forbids_writing" boolean NOT NULL,
	"forbids_buying" boolean NOT NULL,
	"forbids_earning" boolean NOT NULL,
	"forbids_playing" boolean NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" text COLLATE "C",
	"lift_reason" text COLLATE "C" DEFAULT '' NOT NULL,
	"appeal_ticket_id" bigint
);
--> statement-breakpoint
CREATE TABLE "struck_accounts" (
	"hash" text COLLATE "C" NOT NULL,
	"strike_id" bigint NOT NULL,
	CONSTRAINT "struck_accounts_hash_strike_id_pk" PRIMARY KEY("hash","strike_id")
);
--> statement-breakpoint
ALTER TABLE "strikes" ADD CONSTRAINT "strikes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strikes" ADD CONSTRAINT "strikes_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "struck_accounts" ADD CONSTRAINT "struck_accounts_strike_id_strikes_id_fk" FOREIGN KEY ("strike_id") REFERENCES "public"."strikes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bans_revision" ON "bans" USING btree ("revision");--> statement-breakpoint
CREATE UNIQUE INDEX "strikes_appeal" ON "strikes" USING btree ("appeal_ticket_id");--> statement-breakpoint
CREATE INDEX "strikes_user" ON "strikes" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "strikes_issuer" ON "strikes" USING btree ("issued_by","id");--> statement-breakpoint
CREATE INDEX "strikes_rule" ON "strikes" USING btree ("rule_id","id");--> statement-breakpoint
CREATE INDEX "strikes_ticket" ON "strikes" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "strikes_ends" ON "strikes" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "struck_accounts_strike" ON "struck_accounts" USING btree ("strike_id");