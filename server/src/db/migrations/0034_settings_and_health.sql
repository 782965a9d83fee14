CREATE TABLE "go_live_done" (
	"step" text PRIMARY KEY NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_by" text NOT NULL,
	CONSTRAINT "go_live_done_step" CHECK (step IN ('settings', 'accounts', 'quickbooks', 'email', 'bill', 'card', 'wallet', 'reconciliation', 'backup', 'monitoring'))
);
--> statement-breakpoint
CREATE TABLE "service_test" (
	"service" text PRIMARY KEY NOT NULL,
	"findings" jsonb NOT NULL,
	"tested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tested_by" text NOT NULL,
	CONSTRAINT "service_test_service" CHECK (service IN ('database', 'storage', 'mail', 'google', 'quickbooks', 'stripe', 'paypal', 'human_check', 'public_address'))
);
--> statement-breakpoint
CREATE TABLE "stored_settings" (
	"single" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo" "bytea",
	"logo_type" text,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_settings_single" CHECK ("stored_settings"."single" = 1),
	CONSTRAINT "stored_settings_object" CHECK (jsonb_typeof("stored_settings"."settings") = 'object'),
	CONSTRAINT "stored_settings_logo" CHECK (num_nulls("stored_settings"."logo", "stored_settings"."logo_type") IN (0, 2)),
	CONSTRAINT "stored_settings_type" CHECK (logo_type IN ('image/png', 'image/jpeg'))
);
--> statement-breakpoint
ALTER TABLE "payment_attempt" ADD COLUMN "paid_day" date;