ALTER TABLE "users" ADD COLUMN "login_name" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "birth_year" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "desk_key" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "opened_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "helper_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "helper_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "front_desk_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "front_desk_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_name" ON "users" USING btree ("login_name");--> statement-breakpoint
CREATE INDEX "users_desk_key" ON "users" USING btree ("desk_key") WHERE desk_key is not null;--> statement-breakpoint
CREATE INDEX "users_opened_by" ON "users" USING btree ("opened_by","created_at","id") WHERE opened_by is not null;--> statement-breakpoint
CREATE INDEX "users_helpers" ON "users" USING btree ("id") WHERE helper_since is not null or front_desk_since is not null;