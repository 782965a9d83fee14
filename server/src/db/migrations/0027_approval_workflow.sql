CREATE TABLE "approval_policy" (
	"single" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"separates_duties" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"revision" uuid DEFAULT gen_random_uuid() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_policy_single" CHECK ("approval_policy"."single" = 1),
	CONSTRAINT "approval_policy_rules" CHECK (jsonb_typeof("approval_policy"."rules") = 'array')
);
--> statement-breakpoint
CREATE TABLE "mapping_editor" (
	"email" text NOT NULL,
	"editor" text NOT NULL,
	"edited_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mapping_editor_email_editor_pk" PRIMARY KEY("email","editor")
);
--> statement-breakpoint
ALTER TABLE "bill" DROP CONSTRAINT "bill_status";--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "resubmission_key" text;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "changes" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "approvals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_accepted" ON "bill" USING btree ("email","decided_at") WHERE status IN ('approved', 'paid');--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_changes" CHECK (jsonb_typeof("bill"."changes") = 'object');--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_approvals" CHECK (jsonb_typeof("bill"."approvals") = 'array');--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_status" CHECK (status IN ('received', 'sent_for_approval', 'changes_requested', 'approved', 'paid', 'rejected'));--> statement-breakpoint
-- Separation of duties starts switched on only where no one has worked yet.
INSERT INTO "approval_policy" ("separates_duties") SELECT NOT EXISTS (SELECT 1 FROM "audit_event");
--> statement-breakpoint
-- Who can approve depends on the accounts, so a change of either gets a new revision.
CREATE FUNCTION renew_approval_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE approval_policy SET revision = gen_random_uuid();
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER staff_account_changed AFTER INSERT OR UPDATE OR DELETE ON "staff_account"
  FOR EACH STATEMENT EXECUTE FUNCTION renew_approval_revision();
