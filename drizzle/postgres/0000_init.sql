CREATE TABLE "assets" (
	"hash" text COLLATE "C" PRIMARY KEY NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" text COLLATE "C",
	"action" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C",
	"before" text,
	"after" text
);
--> statement-breakpoint
CREATE TABLE "build_assets" (
	"path" text COLLATE "C" PRIMARY KEY NOT NULL,
	"build_id" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"body" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"actor" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"result" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_actor_key_pk" PRIMARY KEY("actor","key")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text COLLATE "C" PRIMARY KEY NOT NULL,
	"holder" text COLLATE "C" NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text COLLATE "C" NOT NULL,
	"payload" text NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text COLLATE "C",
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_history" (
	"server_key" text COLLATE "C" NOT NULL,
	"grain" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"players_min" bigint,
	"players_max" bigint,
	"players_sum" bigint NOT NULL,
	"answered" bigint NOT NULL,
	"probes" bigint NOT NULL,
	CONSTRAINT "server_history_server_key_grain_at_pk" PRIMARY KEY("server_key","grain","at"),
	CONSTRAINT "server_history_grain_choice" CHECK ("grain" in ('5m', '1h'))
);
--> statement-breakpoint
CREATE TABLE "server_status" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"game" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"since" timestamp (3) with time zone,
	"server_name" text COLLATE "C" NOT NULL,
	"version" text COLLATE "C" NOT NULL,
	"players" bigint NOT NULL,
	"max_players" bigint NOT NULL,
	"misses" bigint NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_status_game_choice" CHECK ("game" in ('ark-se', 'ark-sa', 'eco', 'minecraft', 'empyrion', 'palworld')),
	CONSTRAINT "server_status_state_choice" CHECK ("state" in ('online', 'offline', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","id");--> statement-breakpoint
CREATE INDEX "build_assets_expires" ON "build_assets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "limits_window" ON "limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("sent_at","next_attempt_at");--> statement-breakpoint
CREATE INDEX "server_history_at" ON "server_history" USING btree ("grain","at");