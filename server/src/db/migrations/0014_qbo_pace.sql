CREATE TABLE "qbo_pace" (
	"realm_id" text PRIMARY KEY NOT NULL,
	"empty_at" timestamp with time zone NOT NULL
);
