ALTER TABLE "payment_attempt" ADD COLUMN "sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "booking_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD CONSTRAINT "payment_attempt_sent" CHECK (sent_at IS NULL OR state NOT IN ('created', 'reserved', 'failed', 'cancelled', 'expired'));--> statement-breakpoint
-- What was under way before these columns were there may have been sent.
UPDATE "payment_attempt" SET "sent_at" = date_trunc('milliseconds', now())
WHERE "state" IN ('confirming', 'requires_action', 'unknown') OR ("state" = 'needs_review' AND "reference" IS NULL);--> statement-breakpoint
UPDATE "payment_attempt" SET "booking_sent_at" = date_trunc('milliseconds', "updated_at") WHERE "state" = 'booking';
