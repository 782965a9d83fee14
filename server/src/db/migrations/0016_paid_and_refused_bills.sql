ALTER TABLE "bill" ADD COLUMN "post_refusal" text;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "paid_date" date;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "paid_note" text;--> statement-breakpoint
CREATE INDEX "bill_post_later" ON "bill" USING btree ("decided_at") WHERE "bill"."post_later";