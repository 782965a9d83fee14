CREATE INDEX "qbo_invoice_due" ON "qbo_record" USING btree ("realm_id",(data ->> 'dueDate')) WHERE kind = 'invoice' AND (data ->> 'balanceCents')::bigint > 0;--> statement-breakpoint
CREATE INDEX "qbo_invoice_search" ON "qbo_record" USING gin (lower((data ->> 'number')) gin_trgm_ops) WHERE kind = 'invoice' AND (data ->> 'balanceCents')::bigint > 0;--> statement-breakpoint
-- Invoices have more fields now, so they're read again. The copy stays in use while that happens. It says when the last
-- changes were read, so none of the other records are missed.
UPDATE "qbo_copy" SET "lease_owner" = NULL, "fill" = jsonb_build_object(
  'kinds', CASE WHEN "fill" IS NULL THEN '["invoice"]'::jsonb
    ELSE '["account", "paymentmethod", "customer", "vendor", "creditmemo", "invoice", "payment", "bill", "billpayment"]'::jsonb END,
  'since', '1970-01-01T00:00:00.000Z',
  'position', 1,
  'startedAt', to_char(
    CASE WHEN "fill" IS NULL THEN coalesce("checked_at", now()) ELSE now() END AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));--> statement-breakpoint
-- Last, because they lock these tables until the migration ends.
ALTER TABLE "payment_attempt" ADD COLUMN "customer_address" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "paid_with" text;--> statement-breakpoint
ALTER TABLE "payment_line" ADD COLUMN "invoice_date" date;
