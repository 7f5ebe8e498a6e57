CREATE TABLE "ticket_figures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_figures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"week" text COLLATE "C" NOT NULL,
	"category" text COLLATE "C" NOT NULL,
	"helper_id" text COLLATE "C",
	"opened" bigint NOT NULL,
	"closed" bigint NOT NULL,
	"answer_seconds" text NOT NULL,
	"solution_seconds" text NOT NULL,
	"solved" bigint NOT NULL,
	"unsolved" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "solved_by_team" boolean;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "closed_by_silence" boolean;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "first_answered_by" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "ticket_figures" ADD CONSTRAINT "ticket_figures_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_figures_week" ON "ticket_figures" USING btree ("week");--> statement-breakpoint
CREATE INDEX "ticket_figures_helper" ON "ticket_figures" USING btree ("helper_id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_first_answered_by_users_id_fk" FOREIGN KEY ("first_answered_by") REFERENCES "public"."users"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tickets_first_answered" ON "tickets" USING btree ("first_answered_at");--> statement-breakpoint
CREATE INDEX "tickets_first_answerer" ON "tickets" USING btree ("first_answered_by");--> statement-breakpoint
CREATE INDEX "tickets_closed" ON "tickets" USING btree ("closed_at");--> statement-breakpoint
CREATE INDEX "tickets_words" ON "tickets" USING btree ("closed_at") WHERE "tickets"."solved_word" is not null;