ALTER TABLE "bill_posting" ADD CONSTRAINT "bill_posting_state" CHECK ("bill_posting"."state" IN ('intent', 'unknown', 'created', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bill_posting" VALIDATE CONSTRAINT "bill_posting_state";--> statement-breakpoint
ALTER TABLE "bill_posting" ADD CONSTRAINT "bill_posting_created" CHECK ("bill_posting"."state" <> 'created' OR "bill_posting"."bill_id" IS NOT NULL) NOT VALID;--> statement-breakpoint
ALTER TABLE "bill_posting" VALIDATE CONSTRAINT "bill_posting_created";--> statement-breakpoint
ALTER TABLE "qbo_connection" ADD CONSTRAINT "qbo_connection_state" CHECK ("qbo_connection"."state" IN ('connected', 'invalid')) NOT VALID;--> statement-breakpoint
ALTER TABLE "qbo_connection" VALIDATE CONSTRAINT "qbo_connection_state";--> statement-breakpoint
ALTER TABLE "retailer_import" ADD CONSTRAINT "retailer_import_state" CHECK ("retailer_import"."state" IN ('running', 'done', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "retailer_import" VALIDATE CONSTRAINT "retailer_import_state";--> statement-breakpoint
ALTER TABLE "vendor_mapping" ADD CONSTRAINT "vendor_mapping_tax_id_type" CHECK ("vendor_mapping"."tax_id_type" IN ('EIN', 'SSN')) NOT VALID;--> statement-breakpoint
ALTER TABLE "vendor_mapping" VALIDATE CONSTRAINT "vendor_mapping_tax_id_type";
