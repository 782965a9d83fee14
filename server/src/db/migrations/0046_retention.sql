ALTER TABLE "invoice_file" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoice_file" ADD COLUMN "is_stored" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_attachments" ON "bill" USING gin ("attachment_ids") WITH (fastupdate=false) WHERE "bill"."attachment_ids" <> '{}';--> statement-breakpoint
CREATE INDEX "invoice_file_kept" ON "invoice_file" USING btree ("created_at") WHERE "invoice_file"."erased_at" IS NULL;--> statement-breakpoint
CREATE INDEX "invoice_file_to_remove" ON "invoice_file" USING btree ("id") WHERE "invoice_file"."erased_at" IS NOT NULL AND "invoice_file"."is_stored";--> statement-breakpoint
ALTER TABLE "invoice_file" ADD CONSTRAINT "invoice_file_stored" CHECK ("invoice_file"."is_stored" OR "invoice_file"."erased_at" IS NOT NULL);