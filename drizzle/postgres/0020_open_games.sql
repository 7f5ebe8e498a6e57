ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_game_choice";--> statement-breakpoint
ALTER TABLE "kept_votes" DROP CONSTRAINT "kept_votes_game_choice";--> statement-breakpoint
ALTER TABLE "play_weeks" DROP CONSTRAINT "play_weeks_game_choice";--> statement-breakpoint
ALTER TABLE "presence" DROP CONSTRAINT "presence_game_choice";--> statement-breakpoint
ALTER TABLE "server_status" DROP CONSTRAINT "server_status_game_choice";