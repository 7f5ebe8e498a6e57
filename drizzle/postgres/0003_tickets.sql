CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"author_id" text COLLATE "C" NOT NULL,
	"content" text COLLATE "C" NOT NULL,
	"img_urls" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "point_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "point_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"delta" bigint NOT NULL,
	"balance" bigint NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C",
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"ticket_id" bigint NOT NULL,
	"act" text COLLATE "C" NOT NULL,
	"actor_id" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"details" text NOT NULL,
	CONSTRAINT "ticket_entries_act_choice" CHECK ("act" in ('opened', 'edited', 'assigned', 'unassigned', 'closed', 'restored'))
);
--> statement-breakpoint
CREATE TABLE "ticket_people" (
	"ticket_id" bigint NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	CONSTRAINT "ticket_people_ticket_id_user_id_pk" PRIMARY KEY("ticket_id","user_id"),
	CONSTRAINT "ticket_people_status_choice" CHECK ("status" in ('Open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "ticket_words" (
	"word" text COLLATE "C" NOT NULL,
	"ticket_id" bigint NOT NULL,
	CONSTRAINT "ticket_words_word_ticket_id_pk" PRIMARY KEY("word","ticket_id")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"server" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"created_by" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tickets_category_choice" CHECK ("category" in ('Bug', 'Shop Issue', 'Connection Issue', 'Other')),
	CONSTRAINT "tickets_status_choice" CHECK ("status" in ('Open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "user_words" (
	"word" text COLLATE "C" NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	CONSTRAINT "user_words_word_user_id_pk" PRIMARY KEY("word","user_id")
);
--> statement-breakpoint
DROP INDEX "notification_reads_user";--> statement-breakpoint
ALTER TABLE "notification_reads" ADD COLUMN "is_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_reads" ADD COLUMN "ticket_id" bigint;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'news' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "point_entries" ADD CONSTRAINT "point_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_people" ADD CONSTRAINT "ticket_people_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_people" ADD CONSTRAINT "ticket_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_words" ADD CONSTRAINT "ticket_words_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_words" ADD CONSTRAINT "user_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_ticket" ON "messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "point_entries_reference" ON "point_entries" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "point_entries_user" ON "point_entries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "ticket_entries_ticket" ON "ticket_entries" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_people_mine" ON "ticket_people" USING btree ("user_id","status","ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_words_ticket" ON "ticket_words" USING btree ("ticket_id","word");--> statement-breakpoint
CREATE INDEX "tickets_status" ON "tickets" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "tickets_game" ON "tickets" USING btree ("status","game","id");--> statement-breakpoint
CREATE INDEX "tickets_category" ON "tickets" USING btree ("status","category","id");--> statement-breakpoint
CREATE INDEX "user_words_user" ON "user_words" USING btree ("user_id","word");--> statement-breakpoint
CREATE INDEX "notification_reads_ticket" ON "notification_reads" USING btree ("ticket_id","is_read","user_id");--> statement-breakpoint
CREATE INDEX "notifications_global" ON "notifications" USING btree ("is_global","id");--> statement-breakpoint
CREATE INDEX "notification_reads_user" ON "notification_reads" USING btree ("user_id","is_read","notification_id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_kind_choice" CHECK ("kind" in ('news', 'reply', 'assignment', 'closing'));--> statement-breakpoint
UPDATE "notification_reads" SET "is_read" = true WHERE "read_at" IS NOT NULL;
