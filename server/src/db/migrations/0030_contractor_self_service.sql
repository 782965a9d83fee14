ALTER TABLE "bill" ADD COLUMN "attachment_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice_file" ADD COLUMN "found" jsonb;