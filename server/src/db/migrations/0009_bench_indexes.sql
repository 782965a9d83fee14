CREATE TABLE "pending_floor" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pending_floor_single" CHECK ("pending_floor"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "pending_tally" (
	"slot" smallint PRIMARY KEY NOT NULL,
	"tasks" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "bill_pending_due" ON "bill" USING btree ("due_date","id") WHERE status IN ('received', 'sent_for_approval');--> statement-breakpoint
CREATE INDEX "bill_pending_amount" ON "bill" USING btree ("amount_cents","id") WHERE status IN ('received', 'sent_for_approval');--> statement-breakpoint
CREATE INDEX "bill_pending_vendor" ON "bill" USING btree (lower("vendor"),"id") WHERE status IN ('received', 'sent_for_approval');--> statement-breakpoint
-- Keeps pending_tally and pending_floor true. Whole statements are counted, so that a large one costs no more updates.
CREATE FUNCTION count_pending_bills() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pending_before integer := 0;
  pending_after integer := 0;
  oldest timestamptz;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    SELECT count(*) INTO pending_before FROM before_rows WHERE status IN ('received', 'sent_for_approval');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    SELECT count(*), min(submitted_at) INTO pending_after, oldest
    FROM after_rows WHERE status IN ('received', 'sent_for_approval');
  END IF;
  IF pending_after <> pending_before THEN
    UPDATE pending_tally SET tasks = tasks + pending_after - pending_before
    WHERE slot = abs(pg_backend_pid()) % 32;
  END IF;
  -- The floor is never raised above an hour ago. Only what is older and was not pending before can lie below it.
  IF oldest < clock_timestamp() - interval '1 hour' AND pending_after > 0 THEN
    IF TG_OP = 'UPDATE' THEN
      SELECT min(after_rows.submitted_at) INTO oldest FROM after_rows JOIN before_rows USING (id)
      WHERE after_rows.status IN ('received', 'sent_for_approval')
        AND (before_rows.status NOT IN ('received', 'sent_for_approval')
          OR after_rows.submitted_at < before_rows.submitted_at);
    END IF;
    UPDATE pending_floor SET submitted_at = least(submitted_at, oldest), version = version + 1
    WHERE oldest IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bill_pending_inserted AFTER INSERT ON bill
  REFERENCING NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_pending_bills();
--> statement-breakpoint
CREATE TRIGGER bill_pending_updated AFTER UPDATE ON bill
  REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows FOR EACH STATEMENT EXECUTE FUNCTION count_pending_bills();
--> statement-breakpoint
CREATE TRIGGER bill_pending_deleted AFTER DELETE ON bill
  REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION count_pending_bills();
--> statement-breakpoint
INSERT INTO pending_tally (slot, tasks)
SELECT slot, CASE slot WHEN 0 THEN (SELECT count(*) FROM bill WHERE status IN ('received', 'sent_for_approval')) ELSE 0 END
FROM generate_series(0, 31) AS slot;
--> statement-breakpoint
INSERT INTO pending_floor (submitted_at) VALUES ('-infinity');
