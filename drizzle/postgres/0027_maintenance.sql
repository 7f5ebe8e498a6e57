CREATE TABLE "maintenance" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text COLLATE "C" NOT NULL,
	"expected_end" timestamp (3) with time zone,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"begun_by" text COLLATE "C" NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text COLLATE "C"
);
