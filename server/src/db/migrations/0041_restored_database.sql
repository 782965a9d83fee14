CREATE TABLE "payment_stray" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"attempt_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_stray_method" CHECK (method IN ('stripe', 'paypal'))
);
--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "database_identity" text;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "restored_at" timestamp with time zone;