ALTER TABLE "consents" ADD COLUMN "mode" text collate "C";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "witness" "bytea";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "may_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "sent_by" text collate "C";--> statement-breakpoint
CREATE INDEX "reports_sent_by" ON "reports" USING btree ("sent_by","created_at","id") WHERE sent_by is not null;