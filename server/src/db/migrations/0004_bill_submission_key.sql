ALTER TABLE "bill" ADD COLUMN "submission_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "bill_submission" ON "bill" USING btree ("email","submission_key");