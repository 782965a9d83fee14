CREATE TABLE "bill" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"vendor" text NOT NULL,
	"invoice_number" text NOT NULL,
	"invoice_number_key" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"due_date" date NOT NULL,
	"status" text DEFAULT 'received' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"file_id" uuid,
	"duplicates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"reject_reason" text,
	"paid_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "vendor_mapping" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"vendor" text NOT NULL,
	"qb_bill_account" text DEFAULT '' NOT NULL,
	"address" jsonb,
	"track_1099" boolean DEFAULT false NOT NULL,
	"tax_id_last4" text,
	"tax_id_type" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_file_id_invoice_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."invoice_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bill_vendor" ON "bill" USING btree (lower("vendor"),"status","submitted_at");--> statement-breakpoint
CREATE INDEX "bill_number" ON "bill" USING btree (lower("vendor"),"invoice_number_key");--> statement-breakpoint
CREATE INDEX "bill_pending" ON "bill" USING btree ("submitted_at","id") WHERE status IN ('received', 'sent_for_approval');--> statement-breakpoint
CREATE INDEX "bill_file" ON "bill" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "invoice_file_sha256" ON "invoice_file" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "verification_email" ON "verification" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "vendor_mapping_email" ON "vendor_mapping" USING btree ("email");--> statement-breakpoint
CREATE INDEX "vendor_mapping_vendor" ON "vendor_mapping" USING btree (lower("vendor"),"id");