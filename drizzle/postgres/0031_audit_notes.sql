CREATE TABLE "audit_notes" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"subject" text COLLATE "C",
	"note" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_notes_subject" ON "audit_notes" USING btree ("subject");