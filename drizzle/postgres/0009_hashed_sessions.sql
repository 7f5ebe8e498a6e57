ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_kind_choice";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_kind_choice" CHECK ("kind" in ('verify', 'reset', 'browser'));--> statement-breakpoint
-- Older copies hold what opened these sessions, and the codes of these mails.
DELETE FROM "sessions";--> statement-breakpoint
DELETE FROM "outbox" WHERE "kind" = 'mail' AND "sent_at" IS NULL AND ("payload" LIKE '%"template":"verify"%' OR "payload" LIKE '%"template":"reset"%');
