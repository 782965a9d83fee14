CREATE TABLE "installation" (
	"single" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"orphans_accepted" integer DEFAULT 0 NOT NULL,
	"file_notice" text DEFAULT '' NOT NULL,
	CONSTRAINT "installation_single" CHECK ("installation"."single" = 1)
);
--> statement-breakpoint
CREATE TABLE "orphaned_file" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
