CREATE TABLE "basket_reservations" (
	"user_id" text COLLATE "C" NOT NULL,
	"what" text COLLATE "C" NOT NULL,
	"order_id" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "basket_reservations_user_id_what_pk" PRIMARY KEY("user_id","what"),
	CONSTRAINT "basket_reservations_what_choice" CHECK ("what" in ('promo', 'Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
ALTER TABLE "payment_effects" DROP CONSTRAINT "payment_effects_kind_choice";--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_sequence_choice";--> statement-breakpoint
ALTER TABLE "shop_flags" DROP CONSTRAINT "shop_flags_kind_choice";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "claimed_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD COLUMN "review" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "point_entries" ADD COLUMN "game" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "shop_flags" ADD COLUMN "payment_id" bigint;--> statement-breakpoint
ALTER TABLE "basket_reservations" ADD CONSTRAINT "basket_reservations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "basket_reservations" ADD CONSTRAINT "basket_reservations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "basket_reservations_order" ON "basket_reservations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shop_flags_event" ON "shop_flags" USING btree ("event_id","is_resolved");--> statement-breakpoint
CREATE INDEX "shop_flags_payment" ON "shop_flags" USING btree ("payment_id","is_resolved");--> statement-breakpoint
ALTER TABLE "payment_effects" ADD CONSTRAINT "payment_effects_kind_choice" CHECK ("kind" in ('credit', 'refund', 'dispute', 'won', 'lost', 'closed', 'confirm'));--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_review_choice" CHECK ("review" in ('repeat', 'renewal', 'price', 'promo'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_sequence_choice" CHECK ("sequence" in ('first', 'renewal', 'repeat'));--> statement-breakpoint
ALTER TABLE "shop_flags" ADD CONSTRAINT "shop_flags_kind_choice" CHECK ("kind" in ('unconfirmed', 'items', 'package', 'buyer', 'promo', 'payment', 'dispute', 'tier'));