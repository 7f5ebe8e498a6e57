ALTER TABLE "store_events" RENAME TO "shop_events";--> statement-breakpoint
ALTER SEQUENCE "store_events_id_seq" RENAME TO "shop_events_id_seq";--> statement-breakpoint
ALTER TABLE "shop_events" RENAME CONSTRAINT "store_events_pkey" TO "shop_events_pkey";--> statement-breakpoint
ALTER TABLE "shop_events" RENAME CONSTRAINT "store_events_state_choice" TO "shop_events_state_choice";--> statement-breakpoint
ALTER INDEX "store_events_event" RENAME TO "shop_events_event";--> statement-breakpoint
ALTER INDEX "store_events_due" RENAME TO "shop_events_due";--> statement-breakpoint
ALTER INDEX "store_events_state" RENAME TO "shop_events_state";--> statement-breakpoint
ALTER INDEX "store_events_order" RENAME TO "shop_events_order";--> statement-breakpoint
ALTER INDEX "store_events_transaction" RENAME TO "shop_events_transaction";