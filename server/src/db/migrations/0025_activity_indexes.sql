CREATE INDEX "audit_event_at" ON "audit_event" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_event_actor" ON "audit_event" USING btree ("actor","at","id");