CREATE TABLE "strike_attachments" (
	"strike_id" bigint NOT NULL,
	"attachment_id" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "strike_attachments_strike_id_attachment_id_pk" PRIMARY KEY("strike_id","attachment_id")
);
--> statement-breakpoint
ALTER TABLE "strike_attachments" ADD CONSTRAINT "strike_attachments_strike_id_strikes_id_fk" FOREIGN KEY ("strike_id") REFERENCES "public"."strikes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "strike_attachments_attachment" ON "strike_attachments" USING btree ("attachment_id");