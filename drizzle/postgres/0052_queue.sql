CREATE TABLE "labels" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "labels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"colour" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "labels_colour_choice" CHECK ("colour" in ('grey', 'red', 'orange', 'yellow', 'green', 'blue', 'violet'))
);
--> statement-breakpoint
CREATE TABLE "ticket_labels" (
	"ticket_id" bigint NOT NULL,
	"label_id" bigint NOT NULL,
	CONSTRAINT "ticket_labels_ticket_id_label_id_pk" PRIMARY KEY("ticket_id","label_id")
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "assignee_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "priority" bigint DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "last_message_id" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_labels" ADD CONSTRAINT "ticket_labels_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_labels" ADD CONSTRAINT "ticket_labels_label_id_labels_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."labels"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "labels_name" ON "labels" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "ticket_labels_label" ON "ticket_labels" USING btree ("label_id","ticket_id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_priority" ON "tickets" USING btree ("status","priority","id");--> statement-breakpoint
CREATE INDEX "tickets_waiting_id" ON "tickets" USING btree ("status","id") WHERE "tickets"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "tickets_waiting_priority" ON "tickets" USING btree ("status","priority","id") WHERE "tickets"."waiting_since" is not null;--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("assignee_id","status","id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_waiting" ON "tickets" USING btree ("assignee_id","status","waiting_since","id");--> statement-breakpoint
CREATE INDEX "tickets_assignee_priority" ON "tickets" USING btree ("assignee_id","status","priority","id");