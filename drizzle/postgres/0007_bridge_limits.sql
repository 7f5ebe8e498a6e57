CREATE TABLE "kept_votes" (
	"reference" text COLLATE "C" PRIMARY KEY NOT NULL,
	"voter" text COLLATE "C" NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"server" text COLLATE "C" NOT NULL,
	"service_name" text COLLATE "C" NOT NULL,
	"timestamp" text COLLATE "C" NOT NULL,
	"points" bigint NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_votes_game_choice" CHECK ("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
ALTER TABLE "bridge_keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bridge_keys" ADD COLUMN "expiry_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "server" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "kept_votes_voter" ON "kept_votes" USING btree ("voter","kept_at");--> statement-breakpoint
CREATE INDEX "kept_votes_kept" ON "kept_votes" USING btree ("kept_at");--> statement-breakpoint
CREATE INDEX "bridge_keys_maker" ON "bridge_keys" USING btree ("created_by","id");--> statement-breakpoint
CREATE INDEX "bridge_keys_expiry" ON "bridge_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("game","is_done","server","id");