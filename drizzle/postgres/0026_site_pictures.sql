CREATE TABLE "site_pictures" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"body" "bytea" NOT NULL,
	"width" bigint NOT NULL,
	"height" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text COLLATE "C" NOT NULL
);
