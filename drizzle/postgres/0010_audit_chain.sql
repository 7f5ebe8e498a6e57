ALTER TABLE "audit" ADD COLUMN "network" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "browser" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "request_id" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "salt" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "personal_hash" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "hash" text COLLATE "C";--> statement-breakpoint
CREATE UNIQUE INDEX "audit_position" ON "audit" USING btree ("position");--> statement-breakpoint
CREATE INDEX "audit_request" ON "audit" USING btree ("request_id");--> statement-breakpoint
UPDATE audit SET action = 'limit.reached' WHERE action = 'session.limited';--> statement-breakpoint
UPDATE audit SET action = 'bridge_key.created' WHERE action = 'bridge_key.made';--> statement-breakpoint
UPDATE audit SET action = 'shop.event_refused' WHERE action = 'store.event_refused';--> statement-breakpoint
UPDATE audit SET action = 'shop.event_replayed' WHERE action = 'store.event_replayed';
