CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text COLLATE "C" NOT NULL,
	"ident" text COLLATE "C",
	"state" text COLLATE "C" NOT NULL,
	"items" text NOT NULL,
	"currency" text COLLATE "C" NOT NULL,
	"total_cents" bigint,
	"has_promo" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"received_at" timestamp (3) with time zone,
	"credited_at" timestamp (3) with time zone,
	"next_check_at" timestamp (3) with time zone,
	CONSTRAINT "orders_state_choice" CHECK ("state" in ('open', 'paid', 'refunded', 'disputed', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "payment_effects" (
	"payment_id" bigint NOT NULL,
	"line" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"delta" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_effects_payment_id_line_kind_pk" PRIMARY KEY("payment_id","line","kind"),
	CONSTRAINT "payment_effects_kind_choice" CHECK ("kind" in ('credit', 'refund', 'dispute', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "payment_lines" (
	"payment_id" bigint NOT NULL,
	"line" text COLLATE "C" NOT NULL,
	"package_id" bigint NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"quantity" bigint NOT NULL,
	"price_cents" bigint NOT NULL,
	"points" bigint NOT NULL,
	"tier" text COLLATE "C",
	"tier_cut_at" timestamp (3) with time zone,
	"deliveries" bigint NOT NULL,
	"is_held" boolean NOT NULL,
	CONSTRAINT "payment_lines_payment_id_line_pk" PRIMARY KEY("payment_id","line"),
	CONSTRAINT "payment_lines_tier_choice" CHECK ("tier" in ('Gold', 'Diamond', 'Vibranium'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text COLLATE "C" NOT NULL,
	"order_id" bigint NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"sequence" text COLLATE "C" NOT NULL,
	"transaction_id" text COLLATE "C",
	"reference" text COLLATE "C",
	"amount_cents" bigint NOT NULL,
	"paid_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_sequence_choice" CHECK ("sequence" in ('first', 'renewal'))
);
--> statement-breakpoint
CREATE TABLE "shop_flags" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"order_id" bigint,
	"event_id" bigint,
	"details" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_resolved" boolean NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" text COLLATE "C",
	CONSTRAINT "shop_flags_kind_choice" CHECK ("kind" in ('unconfirmed', 'items', 'package', 'buyer', 'promo'))
);
--> statement-breakpoint
CREATE TABLE "store_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"body" text NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"error" text COLLATE "C",
	"transaction_id" text COLLATE "C",
	"order_id" bigint,
	CONSTRAINT "store_events_state_choice" CHECK ("state" in ('waiting', 'done', 'flagged', 'ignored'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"reference" text COLLATE "C" PRIMARY KEY NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"order_id" bigint NOT NULL,
	"tier" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"next_payment_at" timestamp (3) with time zone,
	"event_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriptions_tier_choice" CHECK ("tier" in ('Gold', 'Diamond', 'Vibranium')),
	CONSTRAINT "subscriptions_state_choice" CHECK ("state" in ('active', 'cancelled', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "given_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_effects" ADD CONSTRAINT "payment_effects_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_lines" ADD CONSTRAINT "payment_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_ident" ON "orders" USING btree ("ident");--> statement-breakpoint
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "orders_promo" ON "orders" USING btree ("user_id","has_promo","paid_at");--> statement-breakpoint
CREATE INDEX "orders_check" ON "orders" USING btree ("next_check_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction" ON "payments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "payments_reference" ON "payments" USING btree ("reference","id");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_flags_reference" ON "shop_flags" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "shop_flags_open" ON "shop_flags" USING btree ("is_resolved","id");--> statement-breakpoint
CREATE INDEX "shop_flags_order" ON "shop_flags" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_events_event" ON "store_events" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "store_events_due" ON "store_events" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "store_events_state" ON "store_events" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "store_events_order" ON "store_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "store_events_transaction" ON "store_events" USING btree ("transaction_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","reference");--> statement-breakpoint
UPDATE "memberships" SET "given_until" = "ends_at";
