ALTER TABLE "payment_attempt" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "terms_agreed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_terms" CHECK ((terms_version IS NULL) = (terms_agreed_at IS NULL));