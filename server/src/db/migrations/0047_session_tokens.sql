CREATE TABLE "staff_token" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_session" ADD COLUMN "address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_token" ADD CONSTRAINT "staff_token_secret_hash_staff_session_secret_hash_fk" FOREIGN KEY ("secret_hash") REFERENCES "public"."staff_session"("secret_hash") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_token_session" ON "staff_token" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "staff_token_expires_at" ON "staff_token" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "staff_session" ADD CONSTRAINT "staff_session_id_unique" UNIQUE("id");