ALTER TABLE "bill" ADD CONSTRAINT "bill_status" CHECK (status IN ('received', 'sent_for_approval', 'approved', 'paid', 'rejected'));--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_amount" CHECK ("bill"."amount_cents" > 0);--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_duplicates" CHECK (jsonb_typeof("bill"."duplicates") = 'array');--> statement-breakpoint
ALTER TABLE "invoice_file" ADD CONSTRAINT "invoice_file_type" CHECK (type IN ('application/pdf', 'image/png', 'image/jpeg'));