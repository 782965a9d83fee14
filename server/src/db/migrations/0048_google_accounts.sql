CREATE TABLE "google_account" (
	"email" text PRIMARY KEY NOT NULL,
	"sub" text NOT NULL,
	"refused_sub" text
);
