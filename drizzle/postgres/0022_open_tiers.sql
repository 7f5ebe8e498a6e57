ALTER TABLE "basket_reservations" DROP CONSTRAINT "basket_reservations_what_choice";--> statement-breakpoint
ALTER TABLE "memberships" DROP CONSTRAINT "memberships_tier_choice";--> statement-breakpoint
ALTER TABLE "payment_lines" DROP CONSTRAINT "payment_lines_tier_choice";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_tier_choice";