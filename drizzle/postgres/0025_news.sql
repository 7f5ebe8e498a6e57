CREATE TABLE "news" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"summary" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"publish_at" timestamp (3) with time zone NOT NULL,
	"is_published" boolean NOT NULL,
	"pinned_from" timestamp (3) with time zone,
	"pinned_until" timestamp (3) with time zone,
	"notifies" boolean NOT NULL,
	"revision" bigint NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "news_slug" ON "news" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "news_published" ON "news" USING btree ("is_published","publish_at","id");--> statement-breakpoint
CREATE INDEX "news_all" ON "news" USING btree ("publish_at","id");--> statement-breakpoint
CREATE INDEX "news_pinned" ON "news" USING btree ("pinned_until");