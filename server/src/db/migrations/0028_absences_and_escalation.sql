CREATE TABLE "approver_preference" (
	"email" text PRIMARY KEY NOT NULL,
	"notices" text DEFAULT 'each' NOT NULL,
	"delegate" text,
	"first_day" date,
	"last_day" date,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approver_preference_notices" CHECK (notices IN ('each', 'daily', 'none')),
	CONSTRAINT "approver_preference_absence" CHECK (num_nulls("approver_preference"."delegate", "approver_preference"."first_day", "approver_preference"."last_day") IN (0, 3) AND "approver_preference"."first_day" <= "approver_preference"."last_day")
);
--> statement-breakpoint
ALTER TABLE "approval_policy" ADD COLUMN "escalate_after_days" integer;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "waiting_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
UPDATE "bill" SET "waiting_since" = "submitted_at" WHERE status IN ('received', 'sent_for_approval');
