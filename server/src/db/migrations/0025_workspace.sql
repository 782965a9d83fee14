-- Trusted since PostgreSQL 13: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"page" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_view_name" UNIQUE("email","page","name"),
	CONSTRAINT "saved_view_page" CHECK (page IN ('invoices', 'payments', 'vendors'))
);
--> statement-breakpoint
DROP INDEX "bill_pending";--> statement-breakpoint
CREATE INDEX "audit_event_at" ON "audit_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "bill_unpaid" ON "bill" USING btree ("due_date","amount_cents") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "bill_paid" ON "bill" USING btree ("paid_at","amount_cents") WHERE status = 'paid' AND paid_date IS NULL;--> statement-breakpoint
CREATE INDEX "bill_marked_paid" ON "bill" USING btree ("paid_date","amount_cents") WHERE status = 'paid' AND paid_date IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_decided" ON "bill" USING btree ("decided_at","status","submitted_at","amount_cents") WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_refused" ON "bill" USING btree ("decided_at") WHERE post_refusal IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_submitted" ON "bill" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "bill_due" ON "bill" USING btree ("due_date","id");--> statement-breakpoint
CREATE INDEX "bill_search" ON "bill" USING gin (lower("invoice_number" || ' ' || "vendor" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_attempt_captured" ON "payment_attempt" USING btree ("captured_at","method","captured_cents","refunded_cents") WHERE captured_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempt_booking" ON "payment_attempt" USING btree ("qbo_payment_id");--> statement-breakpoint
CREATE INDEX "payment_attempt_search" ON "payment_attempt" USING gin (lower("customer_name" || ' ' || "company_name" || ' ' || "payer_name" || ' ' || "email" || ' ' || coalesce("provider_id", '') || ' ' || coalesce("reference", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "payment_line_search" ON "payment_line" USING gin (lower("invoice_number") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "vendor_mapping_search" ON "vendor_mapping" USING gin (lower("email" || ' ' || "vendor" || ' ' || "qb_bill_account") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bill_pending" ON "bill" USING btree ("submitted_at","id","amount_cents") WHERE status IN ('received', 'sent_for_approval');