CREATE TABLE "site_drafts" (
	"section" text COLLATE "C" PRIMARY KEY NOT NULL,
	"content" text COLLATE "C",
	"based_on" bigint NOT NULL,
	"revision" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_versions" (
	"id" bigint PRIMARY KEY NOT NULL,
	"document" text COLLATE "C" NOT NULL,
	"hash" text COLLATE "C" NOT NULL,
	"note" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"sections" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text COLLATE "C",
	CONSTRAINT "site_versions_source_choice" CHECK ("source" in ('file', 'browser', 'restore', 'import'))
);
--> statement-breakpoint
CREATE INDEX "site_versions_source" ON "site_versions" USING btree ("source","id");--> statement-breakpoint
CREATE INDEX "site_versions_hash" ON "site_versions" USING btree ("hash","id");