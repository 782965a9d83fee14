ALTER TABLE "bill" DROP CONSTRAINT "bill_status";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "attachment_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "paid_reference" text;--> statement-breakpoint
ALTER TABLE "invoice_file" ADD COLUMN "found" jsonb;--> statement-breakpoint
CREATE INDEX "qbo_billpayment_bills" ON "qbo_record" USING gin ((data -> 'bills') jsonb_path_ops) WHERE kind = 'billpayment';--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_status" CHECK (status IN ('received', 'sent_for_approval', 'changes_requested', 'approved', 'paid', 'rejected', 'withdrawn'));--> statement-breakpoint
UPDATE "qbo_record" SET "data" = ("data" - 'billIds') || jsonb_build_object('bills', (
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', "id")), '[]')
  FROM jsonb_array_elements_text("qbo_record"."data" -> 'billIds') AS "linked" ("id")))
WHERE "kind" = 'billpayment' AND "data" ? 'billIds';
