ALTER TABLE "reports" ADD COLUMN "doubt_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "answers_in_doubt" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "doubt_decided_at" bigint;--> statement-breakpoint
CREATE INDEX "translations_expert" ON "translations" USING btree ("expert_id","created_at");