CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	"is_given" boolean NOT NULL,
	"way" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "consents_kind_choice" CHECK ("kind" in ('rules', 'privacy', 'marketing')),
	CONSTRAINT "consents_way_choice" CHECK ("way" in ('registration', 'settings', 'prompt', 'unsubscription', 'import', 'earlier'))
);
--> statement-breakpoint
CREATE TABLE "news_mailings" (
	"news_id" bigint PRIMARY KEY NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"recipients" bigint NOT NULL,
	"reached" text COLLATE "C" NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"started_by" text COLLATE "C" NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "news_mailings_state_choice" CHECK ("state" in ('sending', 'stopped', 'done'))
);
--> statement-breakpoint
CREATE TABLE "news_mails" (
	"news_id" bigint NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"outbox_id" bigint NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"error" text COLLATE "C",
	CONSTRAINT "news_mails_news_id_user_id_pk" PRIMARY KEY("news_id","user_id"),
	CONSTRAINT "news_mails_outcome_choice" CHECK ("outcome" in ('queued', 'sent', 'failed', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "policy_versions" (
	"kind" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	"asks_again" boolean NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_versions_kind_version_pk" PRIMARY KEY("kind","version"),
	CONSTRAINT "policy_versions_kind_choice" CHECK ("kind" in ('rules', 'privacy'))
);
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "news_mails" ADD CONSTRAINT "news_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_user" ON "consents" USING btree ("user_id","kind","id");--> statement-breakpoint
CREATE INDEX "news_mailings_state" ON "news_mailings" USING btree ("state");--> statement-breakpoint
CREATE INDEX "news_mails_outcome" ON "news_mails" USING btree ("news_id","outcome");--> statement-breakpoint
CREATE INDEX "news_mails_user" ON "news_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_marketing" ON "users" USING btree ("allow_marketing","id");