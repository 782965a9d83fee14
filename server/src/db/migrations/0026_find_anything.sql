DROP INDEX "payment_attempt_newest";--> statement-breakpoint
DROP INDEX "bill_number";--> statement-breakpoint
CREATE INDEX "qbo_customer_search" ON "qbo_record" USING gin (lower((data ->> 'name')) gin_trgm_ops) WHERE kind = 'customer';--> statement-breakpoint
CREATE INDEX "payment_attempt_created" ON "payment_attempt" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bill_number" ON "bill" USING btree ("invoice_number_key",lower("vendor"));