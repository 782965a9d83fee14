-- Counts of the last hour needn't survive a crash of the database, so counting doesn't wait for the disk.
ALTER TABLE "rate_limit" SET UNLOGGED;--> statement-breakpoint
ALTER TABLE "qbo_pace" SET UNLOGGED;
