CREATE TABLE "checked_sentences" (
	"language" text collate "C" NOT NULL,
	"wording_hash" text collate "C" NOT NULL,
	"by" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "checked_sentences_language_wording_hash_pk" PRIMARY KEY("language","wording_hash")
);
--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"report_id" text collate "C" PRIMARY KEY NOT NULL,
	"since" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"told_at" bigint,
	"reached_at" bigint,
	"whom" "bytea",
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "review_steps" (
	"report_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"step" "bytea" NOT NULL,
	"within_days" "bytea",
	"speciality" "bytea",
	"chosen_at" bigint NOT NULL,
	CONSTRAINT "review_steps_report_id_version_pk" PRIMARY KEY("report_id","version")
);
--> statement-breakpoint
ALTER TABLE "review_drafts" ADD COLUMN "next_step" "bytea";--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_steps" ADD CONSTRAINT "review_steps_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_open" ON "follow_ups" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "follow_ups_reached" ON "follow_ups" USING btree ("reached_at") WHERE reached_at is not null;