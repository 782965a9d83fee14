CREATE INDEX "audit_event_at" ON "audit_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("actor","at","id");--> statement-breakpoint
CREATE INDEX "bill_unpaid" ON "bill" USING btree ("due_date","amount_cents") WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "bill_paid" ON "bill" USING btree ("paid_at","paid_date","amount_cents") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "bill_decided" ON "bill" USING btree ("decided_at","status","submitted_at","amount_cents") WHERE decided_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_refused" ON "bill" USING btree ("decided_at") WHERE post_refusal IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempt_captured" ON "payment_attempt" USING btree ("captured_at","method","captured_cents","refunded_cents") WHERE captured_at IS NOT NULL;