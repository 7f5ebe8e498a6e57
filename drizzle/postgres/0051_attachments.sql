CREATE TABLE "attachments" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uploader_id" text COLLATE "C",
	"ticket_id" bigint,
	"message_id" bigint,
	"position" bigint NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"alt" text COLLATE "C" NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" bigint,
	"height" bigint,
	"has_small" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attachments_kind_choice" CHECK ("kind" in ('picture', 'text')),
	CONSTRAINT "attachments_state_choice" CHECK ("state" in ('uploading', 'ready', 'sent', 'removed'))
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_message" ON "attachments" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "attachments_ticket" ON "attachments" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "attachments_uploader" ON "attachments" USING btree ("uploader_id","created_at");--> statement-breakpoint
CREATE INDEX "attachments_state" ON "attachments" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_key" ON "attachments" USING btree ("key");