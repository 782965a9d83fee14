CREATE TABLE "payment_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"method" text NOT NULL,
	"state" text NOT NULL,
	"realm_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"customer_name" text DEFAULT '' NOT NULL,
	"total_cents" bigint NOT NULL,
	"company_name" text NOT NULL,
	"payer_name" text NOT NULL,
	"email" text NOT NULL,
	"provider_id" text,
	"reference" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"captured_cents" bigint,
	"failure_code" text,
	"failure_text" text,
	"booking_generation" integer DEFAULT 0 NOT NULL,
	"qbo_payment_id" text,
	"unapplied_cents" bigint DEFAULT 0 NOT NULL,
	"refunded_cents" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"review" text DEFAULT '' NOT NULL,
	"claimed_until" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"captured_at" timestamp with time zone,
	CONSTRAINT "payment_attempt_key_unique" UNIQUE("key"),
	CONSTRAINT "payment_attempt_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_line" (
	"attempt_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"realm_id" text NOT NULL,
	"invoice_id" text NOT NULL,
	"invoice_number" text DEFAULT '' NOT NULL,
	"amount_cents" bigint NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"is_live" boolean DEFAULT true NOT NULL,
	CONSTRAINT "payment_line_attempt_id_position_pk" PRIMARY KEY("attempt_id","position")
);
--> statement-breakpoint
CREATE TABLE "payment_reconciliation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"since" date NOT NULL,
	"charges" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"bookings" integer DEFAULT 0 NOT NULL,
	"differences" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "payment_line" ADD CONSTRAINT "payment_line_attempt_id_payment_attempt_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempt"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_attempt_due" ON "payment_attempt" USING btree ("next_check_at") WHERE next_check_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_attempt_review" ON "payment_attempt" USING btree ("created_at") WHERE review <> '';--> statement-breakpoint
CREATE INDEX "payment_attempt_newest" ON "payment_attempt" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "payment_event_received" ON "payment_event" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_line_live" ON "payment_line" USING btree ("realm_id","invoice_id") WHERE is_live;