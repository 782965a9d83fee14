CREATE TABLE "relay_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner" text NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"name" text NOT NULL,
	"user_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"senders" text[] NOT NULL,
	"keeps_sender" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal" text,
	"reported_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "relay_device_user_name_unique" UNIQUE("user_name")
);
--> statement-breakpoint
CREATE TABLE "relay_mailbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address" text NOT NULL,
	"owner" text NOT NULL,
	"domain" text,
	"state" text DEFAULT 'connected' NOT NULL,
	"refresh_token" text,
	"paused_until" timestamp with time zone,
	"connected_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relay_mailbox_address_unique" UNIQUE("address"),
	CONSTRAINT "relay_mailbox_state" CHECK (state IN ('connected', 'withdrawn', 'disconnected')),
	CONSTRAINT "relay_mailbox_token" CHECK ((state = 'connected') = (refresh_token IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "relay_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"mailbox_id" uuid NOT NULL,
	"sender" text NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"message_id" text NOT NULL,
	"bytes" integer NOT NULL,
	"file_id" uuid,
	"content_key" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"problem" text,
	"may_be_repeated" boolean DEFAULT false NOT NULL,
	"gmail_id" text,
	"accepted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tried_since" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	CONSTRAINT "relay_message_file_id_unique" UNIQUE("file_id"),
	CONSTRAINT "relay_message_state" CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
	CONSTRAINT "relay_message_content" CHECK (content_key IS NULL OR file_id IS NOT NULL),
	CONSTRAINT "relay_message_kept" CHECK (state NOT IN ('queued', 'sending') OR content_key IS NOT NULL),
	CONSTRAINT "relay_message_sent" CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "service_test" DROP CONSTRAINT "service_test_service";--> statement-breakpoint
ALTER TABLE "relay_device" ADD CONSTRAINT "relay_device_mailbox_id_relay_mailbox_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."relay_mailbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_message" ADD CONSTRAINT "relay_message_device_id_relay_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."relay_device"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_message" ADD CONSTRAINT "relay_message_mailbox_id_relay_mailbox_id_fk" FOREIGN KEY ("mailbox_id") REFERENCES "public"."relay_mailbox"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relay_device_owner" ON "relay_device" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "relay_device_mailbox" ON "relay_device" USING btree ("mailbox_id");--> statement-breakpoint
CREATE INDEX "relay_message_mailbox" ON "relay_message" USING btree ("mailbox_id","accepted_at");--> statement-breakpoint
CREATE INDEX "relay_message_device" ON "relay_message" USING btree ("device_id","accepted_at","id");--> statement-breakpoint
CREATE INDEX "relay_message_accepted" ON "relay_message" USING btree ("accepted_at","id");--> statement-breakpoint
CREATE INDEX "relay_message_failed" ON "relay_message" USING btree ("accepted_at","id") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "relay_message_open" ON "relay_message" USING btree ("next_try_at") WHERE state IN ('queued', 'sending');--> statement-breakpoint
ALTER TABLE "service_test" ADD CONSTRAINT "service_test_service" CHECK (service IN ('database', 'storage', 'mail', 'google', 'quickbooks', 'stripe', 'paypal', 'human_check', 'public_address', 'mail_relay'));