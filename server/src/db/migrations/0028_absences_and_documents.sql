CREATE TABLE "approver_preference" (
	"email" text PRIMARY KEY NOT NULL,
	"notices" text DEFAULT 'each' NOT NULL,
	"delegate" text,
	"first_day" date,
	"last_day" date,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approver_preference_notices" CHECK (notices IN ('each', 'daily', 'none')),
	CONSTRAINT "approver_preference_absence" CHECK (num_nulls("approver_preference"."delegate", "approver_preference"."first_day", "approver_preference"."last_day") IN (0, 3) AND "approver_preference"."first_day" <= "approver_preference"."last_day")
);
--> statement-breakpoint
ALTER TABLE "approval_policy" ADD COLUMN "escalate_after_days" integer;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "waiting_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoice_file" ADD COLUMN "amounts" jsonb DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "invoice_file" ALTER COLUMN "amounts" DROP DEFAULT;--> statement-breakpoint
-- The sweep reads the documents of invoices that can still be approved.
UPDATE "invoice_file" SET "amounts" = NULL WHERE "type" = 'application/pdf' AND "id" IN
  (SELECT "file_id" FROM "bill" WHERE "status" NOT IN ('approved', 'paid'));--> statement-breakpoint
-- The turn of those who can approve now began with the last approval or correction.
UPDATE "bill" SET "waiting_since" = greatest("submitted_at", ("changes" ->> 'resubmittedAt')::timestamptz,
  (SELECT max((approval ->> 'at')::timestamptz) FROM jsonb_array_elements("approvals") AS approval))
  WHERE "status" IN ('received', 'sent_for_approval');--> statement-breakpoint
CREATE INDEX "invoice_file_unread" ON "invoice_file" USING btree ("created_at") WHERE "invoice_file"."amounts" IS NULL;