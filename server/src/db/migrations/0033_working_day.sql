CREATE TABLE "google_grant" (
	"email" text PRIMARY KEY NOT NULL,
	"refresh_token" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_session" (
	"secret_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"active_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "qbo_connection" ADD COLUMN "hard_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "staff_session_email" ON "staff_session" USING btree ("email");--> statement-breakpoint
CREATE INDEX "staff_session_active_at" ON "staff_session" USING btree ("active_at");