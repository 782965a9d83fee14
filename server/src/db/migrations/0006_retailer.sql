CREATE TABLE "retailer_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"message" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retailer_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"format" text NOT NULL,
	"actor" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "retailer_transaction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"card_brand" text NOT NULL,
	"card_last4" text NOT NULL,
	"order_id" text NOT NULL,
	"order_url" text NOT NULL,
	"import_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "retailer_transaction" ADD CONSTRAINT "retailer_transaction_import_id_retailer_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."retailer_import"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "retailer_challenge_open" ON "retailer_challenge" USING btree ("type") WHERE closed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "retailer_import_running" ON "retailer_import" USING btree ("state") WHERE state = 'running';--> statement-breakpoint
CREATE INDEX "retailer_import_unfinished" ON "retailer_import" USING btree ("id") WHERE state <> 'done';--> statement-breakpoint
CREATE INDEX "retailer_transaction_date" ON "retailer_transaction" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "retailer_transaction_amount" ON "retailer_transaction" USING btree ("amount_cents","id");--> statement-breakpoint
CREATE INDEX "retailer_transaction_card" ON "retailer_transaction" USING btree ("card_brand","card_last4","id");--> statement-breakpoint
CREATE INDEX "retailer_transaction_order" ON "retailer_transaction" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "retailer_transaction_import" ON "retailer_transaction" USING btree ("import_id");