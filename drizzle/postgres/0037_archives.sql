CREATE TABLE "archive_parts" (
	"run" text COLLATE "C" NOT NULL,
	"part" bigint NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "archive_parts_run_part_pk" PRIMARY KEY("run","part")
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"user_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"run" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"size_bytes" bigint,
	CONSTRAINT "archives_state_choice" CHECK ("state" in ('waiting', 'ready', 'failed', 'expired'))
);
--> statement-breakpoint
ALTER TABLE "archives" ADD CONSTRAINT "archives_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "archives_due" ON "archives" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "archives_expires" ON "archives" USING btree ("state","expires_at");--> statement-breakpoint
CREATE INDEX "messages_author" ON "messages" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "ticket_entries_actor" ON "ticket_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "tickets_creator" ON "tickets" USING btree ("created_by","id");