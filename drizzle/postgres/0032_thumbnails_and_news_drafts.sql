CREATE TABLE "news_drafts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_drafts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"news_id" bigint,
	"news_revision" bigint NOT NULL,
	"content" text NOT NULL,
	"revision" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_pictures" ADD COLUMN "small" "bytea";--> statement-breakpoint
CREATE UNIQUE INDEX "news_drafts_post" ON "news_drafts" USING btree ("news_id");--> statement-breakpoint
CREATE INDEX "news_drafts_newest" ON "news_drafts" USING btree ("updated_at","id");