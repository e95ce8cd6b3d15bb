ALTER TABLE "users" ADD COLUMN "proven_number" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_key" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "number_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_added_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" bigint;--> statement-breakpoint
CREATE INDEX "users_proven_key" ON "users" USING btree ("proven_key") WHERE proven_key is not null;--> statement-breakpoint
CREATE INDEX "users_slips" ON "users" USING btree ("updated_at","id") WHERE must_change_password;