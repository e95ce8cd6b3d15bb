ALTER TABLE "outbox" ADD COLUMN "topic" text collate "C";--> statement-breakpoint
CREATE INDEX "outbox_topic" ON "outbox" USING btree ("topic","next_try_at") WHERE topic is not null;