CREATE TABLE "saved_replies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_id" text COLLATE "C",
	"title" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"revision" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_reply_uses" (
	"user_id" text COLLATE "C" NOT NULL,
	"reply_id" bigint NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_reply_uses_user_id_reply_id_pk" PRIMARY KEY("user_id","reply_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_entries" DROP CONSTRAINT "ticket_entries_act_choice";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "merged_into" bigint;--> statement-breakpoint
ALTER TABLE "saved_reply_uses" ADD CONSTRAINT "saved_reply_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_replies_owner" ON "saved_replies" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "saved_reply_uses_reply" ON "saved_reply_uses" USING btree ("reply_id");--> statement-breakpoint
ALTER TABLE "ticket_entries" ADD CONSTRAINT "ticket_entries_act_choice" CHECK ("act" in ('opened', 'edited', 'assigned', 'unassigned', 'closed', 'restored', 'merged'));