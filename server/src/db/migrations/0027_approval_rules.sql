CREATE TABLE "approval_policy" (
	"single" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"separates_duties" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
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
ALTER TABLE "bill" ADD COLUMN "approvals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "bill_accepted" ON "bill" USING btree ("email","decided_at") WHERE status IN ('approved', 'paid');--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_approvals" CHECK (jsonb_typeof("bill"."approvals") = 'array');--> statement-breakpoint
-- Separation of duties starts switched on only where no one has worked yet.
INSERT INTO "approval_policy" ("separates_duties") SELECT NOT EXISTS (SELECT 1 FROM "audit_event");
