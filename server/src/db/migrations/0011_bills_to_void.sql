ALTER TABLE "bill_posting" ADD COLUMN "to_void_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bill_posting_to_void" ON "bill_posting" USING btree ("to_void_since") WHERE "bill_posting"."to_void_since" IS NOT NULL;--> statement-breakpoint
-- Bills of tasks that were rejected before: still to be voided, unless voided since or the bill of another task too.
UPDATE bill_posting SET to_void_since = task.decided_at
FROM bill AS task
WHERE task.id::text = bill_posting.task_id AND task.status = 'rejected' AND bill_posting.state = 'created'
  AND (bill_posting.balance_cents IS DISTINCT FROM 0 OR bill_posting.paid_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT 1 FROM bill_posting AS other JOIN bill AS other_task ON other_task.id::text = other.task_id
    WHERE other.bill_id = bill_posting.bill_id AND other.realm_id = bill_posting.realm_id
      AND other.task_id <> bill_posting.task_id AND other.state = 'created' AND other_task.status <> 'rejected');
