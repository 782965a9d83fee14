DROP TRIGGER "bill_pending_inserted" ON "bill";--> statement-breakpoint
DROP TRIGGER "bill_pending_updated" ON "bill";--> statement-breakpoint
DROP TRIGGER "bill_pending_deleted" ON "bill";--> statement-breakpoint
DROP FUNCTION count_pending_bills();--> statement-breakpoint
DROP TABLE "pending_floor" CASCADE;--> statement-breakpoint
DROP TABLE "pending_tally" CASCADE;--> statement-breakpoint
-- Every decision leaves a dead entry at the head of the index on pending bills. The default waits for a fifth of the table.
ALTER TABLE "bill" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
