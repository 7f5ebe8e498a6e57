CREATE TABLE "calendar_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"servers" text NOT NULL,
	"begins_at" timestamp (3) with time zone NOT NULL,
	"minutes" bigint NOT NULL,
	"repeat" text COLLATE "C" NOT NULL,
	"repeat_until" timestamp (3) with time zone,
	"rates" text NOT NULL,
	"over_at" timestamp (3) with time zone,
	"revision" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "calendar_entries_kind_choice" CHECK ("kind" in ('wipe', 'restart', 'event', 'rates')),
	CONSTRAINT "calendar_entries_repeat_choice" CHECK ("repeat" in ('never', 'daily', 'weekly', 'fortnightly', 'monthly'))
);
--> statement-breakpoint
CREATE INDEX "calendar_entries_over" ON "calendar_entries" USING btree ("over_at");