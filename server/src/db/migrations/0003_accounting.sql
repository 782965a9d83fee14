CREATE TABLE "bill_posting" (
	"task_id" text PRIMARY KEY NOT NULL,
	"realm_id" text NOT NULL,
	"state" text NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"vendor_id" text NOT NULL,
	"vendor_name" text NOT NULL,
	"account_id" text NOT NULL,
	"invoice_number" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"date" date NOT NULL,
	"bill_id" text,
	"is_adopted" boolean DEFAULT false NOT NULL,
	"balance_cents" bigint,
	"paid_at" timestamp with time zone,
	"attached_at" timestamp with time zone,
	"failure" text,
	"claimed_until" timestamp with time zone,
	"actor" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "qbo_connection" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"realm_id" text NOT NULL,
	"company_name" text NOT NULL,
	"access_token" text NOT NULL,
	"access_expires_at" timestamp with time zone NOT NULL,
	"refresh_token" text NOT NULL,
	"refresh_expires_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"notice_sent" text DEFAULT '' NOT NULL,
	"changes_seen_until" timestamp with time zone DEFAULT now() NOT NULL,
	"connected_by" text NOT NULL,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "qbo_connection_single" CHECK ("qbo_connection"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "qbo_webhook_event" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bill_posting_bill" ON "bill_posting" USING btree ("bill_id");--> statement-breakpoint
CREATE INDEX "qbo_webhook_event_received" ON "qbo_webhook_event" USING btree ("received_at");