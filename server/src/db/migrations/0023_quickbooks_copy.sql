CREATE TABLE "qbo_copy" (
	"realm_id" text PRIMARY KEY NOT NULL,
	"fill" jsonb,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"filled_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"problem" text,
	"lease_owner" uuid,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "qbo_record" (
	"realm_id" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"sync_token" integer NOT NULL,
	"data" jsonb,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "qbo_record_realm_id_kind_id_pk" PRIMARY KEY("realm_id","kind","id")
);
--> statement-breakpoint
CREATE INDEX "qbo_invoice_number" ON "qbo_record" USING btree ("realm_id",(data ->> 'number'),(data ->> 'date')) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "qbo_invoice_customer" ON "qbo_record" USING btree ("realm_id",(data ->> 'customerId'),((data ->> 'balanceCents')::bigint > 0),(data ->> 'date')) WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "qbo_bill_number" ON "qbo_record" USING btree ("realm_id",(data ->> 'vendorId'),lower(data ->> 'invoiceNumber')) WHERE kind = 'bill';--> statement-breakpoint
CREATE INDEX "qbo_vendor_name" ON "qbo_record" USING btree ("realm_id",lower(data ->> 'name')) WHERE kind = 'vendor';--> statement-breakpoint
ALTER TABLE "qbo_connection" DROP COLUMN "changes_seen_until";