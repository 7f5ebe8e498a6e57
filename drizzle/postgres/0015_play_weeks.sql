CREATE TABLE "play_weeks" (
	"user_id" text COLLATE "C" NOT NULL,
	"week" text COLLATE "C" NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"server" text COLLATE "C" NOT NULL,
	"quarters" bigint NOT NULL,
	"points" bigint NOT NULL,
	CONSTRAINT "play_weeks_user_id_week_game_server_pk" PRIMARY KEY("user_id","week","game","server"),
	CONSTRAINT "play_weeks_game_choice" CHECK ("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld', 'rust'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "discord_visited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "play_weeks" ADD CONSTRAINT "play_weeks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "play_weeks_week" ON "play_weeks" USING btree ("week");