CREATE TABLE "people" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"name" "bytea" NOT NULL,
	"birth_year" "bytea",
	"sex" "bytea" NOT NULL,
	"relation" "bytea" NOT NULL,
	"same_key" text collate "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "person_id" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_name" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_birth_year" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_sex" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "about_relation" "bytea";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "guardian_name" "bytea";--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "people_account" ON "people" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_same" ON "people" USING btree ("account_id","same_key");