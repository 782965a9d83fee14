CREATE TABLE "vendor_invitation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'invited' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invited_by" text,
	"token_hashes" text[] DEFAULT '{}' NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"link_expires_at" timestamp with time zone NOT NULL,
	"details" jsonb,
	"submitted_at" timestamp with time zone,
	"sealed_tax_id" text,
	"reason" text,
	"claimed_until" timestamp with time zone,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"vendor_id" text,
	CONSTRAINT "vendor_invitation_state" CHECK (state IN ('invited', 'submitted', 'sent_back', 'accepted', 'expired')),
	CONSTRAINT "vendor_invitation_submitted" CHECK ((state = 'submitted') = (sealed_tax_id IS NOT NULL)
        AND (state <> 'submitted' OR (details IS NOT NULL AND submitted_at IS NOT NULL)))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_invitation_email" ON "vendor_invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "vendor_invitation_tokens" ON "vendor_invitation" USING gin ("token_hashes");--> statement-breakpoint
CREATE INDEX "qbo_billpayment_date" ON "qbo_record" USING btree ("realm_id",(data ->> 'date')) WHERE kind = 'billpayment';--> statement-breakpoint
-- Vendors and their payments have more fields now, so they're read again. The copy stays in use while that happens. It
-- says when the last changes were read, so none of the other records are missed.
UPDATE "qbo_copy" SET "lease_owner" = NULL, "fill" = jsonb_build_object(
  'kinds', CASE WHEN "fill" IS NULL THEN '["vendor", "billpayment"]'::jsonb
    ELSE '["account", "paymentmethod", "customer", "vendor", "creditmemo", "invoice", "payment", "bill", "billpayment"]'::jsonb END,
  'since', '1970-01-01T00:00:00.000Z',
  'position', 1,
  'startedAt', to_char(
    CASE WHEN "fill" IS NULL THEN coalesce("checked_at", now()) ELSE now() END AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
