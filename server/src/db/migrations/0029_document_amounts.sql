ALTER TABLE "invoice_file" ADD COLUMN "amounts" jsonb DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "invoice_file" ALTER COLUMN "amounts" DROP DEFAULT;--> statement-breakpoint
-- The sweep reads the documents of invoices that can still be approved.
UPDATE "invoice_file" SET "amounts" = NULL WHERE "type" = 'application/pdf' AND "id" IN
  (SELECT "file_id" FROM "bill" WHERE "status" NOT IN ('approved', 'paid'));--> statement-breakpoint
CREATE INDEX "invoice_file_unread" ON "invoice_file" USING btree ("created_at") WHERE "invoice_file"."amounts" IS NULL;
