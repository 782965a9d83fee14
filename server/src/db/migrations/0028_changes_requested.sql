ALTER TABLE "bill" DROP CONSTRAINT "bill_status";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "resubmission_key" text;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_changes" CHECK (jsonb_typeof("bill"."changes") = 'object');--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_status" CHECK (status IN ('received', 'sent_for_approval', 'changes_requested', 'approved', 'paid', 'rejected'));