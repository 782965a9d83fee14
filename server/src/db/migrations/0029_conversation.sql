CREATE TABLE "bill_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bill_id" uuid NOT NULL,
	"author" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bill_message_kind" CHECK (kind IN ('contractor', 'staff', 'note'))
);
--> statement-breakpoint
ALTER TABLE "bill_message" ADD CONSTRAINT "bill_message_bill_id_bill_id_fk" FOREIGN KEY ("bill_id") REFERENCES "public"."bill"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bill_message_bill" ON "bill_message" USING btree ("bill_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bill_message_key" ON "bill_message" USING btree ("author","key");