CREATE TABLE "review_drafts" (
	"expert_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"text" "bytea" NOT NULL,
	"language" text collate "C",
	"updated_at" bigint NOT NULL,
	CONSTRAINT "review_drafts_expert_id_report_id_pk" PRIMARY KEY("expert_id","report_id")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "hidden_until" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "notice_id" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_by" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_at" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_until" bigint;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_drafts_age" ON "review_drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "review_drafts_report" ON "review_drafts" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "reports_claimed" ON "reports" USING btree ("claimed_by") WHERE claimed_by is not null;