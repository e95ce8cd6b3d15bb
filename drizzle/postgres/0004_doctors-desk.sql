CREATE TABLE "questions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"expert_id" text collate "C" NOT NULL,
	"expert_first_name" text collate "C" NOT NULL,
	"expert_last_name" text collate "C" NOT NULL,
	"kind" "bytea" NOT NULL,
	"pages" text collate "C",
	"text" "bytea",
	"language" text collate "C" NOT NULL,
	"asked_at" bigint NOT NULL,
	"told" bigint DEFAULT 0 NOT NULL,
	"answer" "bytea",
	"answered_at" bigint,
	"closed_at" bigint,
	"lift_reason" "bytea"
);
--> statement-breakpoint
CREATE TABLE "report_files" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"question_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"file_name" text collate "C" NOT NULL,
	"original_name" "bytea",
	"media_type" text collate "C" NOT NULL,
	"resource_type" text collate "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"pages" bigint NOT NULL,
	"added_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_drafts" (
	"expert_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"text" "bytea" NOT NULL,
	"language" text collate "C",
	"updated_at" bigint NOT NULL,
	CONSTRAINT "review_drafts_expert_id_report_id_pk" PRIMARY KEY("expert_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "review_versions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"text" "bytea",
	"reason_code" text collate "C",
	"reason" "bytea",
	"language" text collate "C",
	"expert_id" text collate "C" NOT NULL,
	"expert_first_name" text collate "C" NOT NULL,
	"expert_last_name" text collate "C" NOT NULL,
	"expert_registration" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "reports_pending";--> statement-breakpoint
DROP INDEX "reports_pending_type";--> statement-breakpoint
DROP INDEX "reports_pending_language";--> statement-breakpoint
DROP INDEX "translations_language";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "amended_at" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "taken_back_at" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "hidden_until" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "notice_id" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_by" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_at" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_until" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "waits_for" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "asked_at" bigint;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "held_at" bigint;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "of_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_drafts" ADD CONSTRAINT "review_drafts_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_versions" ADD CONSTRAINT "review_versions_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questions_report" ON "questions" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "questions_expert" ON "questions" USING btree ("expert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_open" ON "questions" USING btree ("report_id") WHERE answered_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX "questions_due" ON "questions" USING btree ("asked_at") WHERE answered_at is null and closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_files_number" ON "report_files" USING btree ("report_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "report_files_file" ON "report_files" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "review_drafts_age" ON "review_drafts" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "review_drafts_report" ON "review_drafts" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "review_versions_number" ON "review_versions" USING btree ("report_id","number");--> statement-breakpoint
CREATE INDEX "reports_waiting" ON "reports" USING btree ("waits_for","created_at","id") WHERE waits_for is not null;--> statement-breakpoint
CREATE INDEX "reports_claimed" ON "reports" USING btree ("claimed_by") WHERE claimed_by is not null;--> statement-breakpoint
CREATE INDEX "reports_pending" ON "reports" USING btree ("created_at","id","waits_for") WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
CREATE INDEX "reports_pending_type" ON "reports" USING btree ("report_type","created_at","id","waits_for") WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
CREATE INDEX "reports_pending_language" ON "reports" USING btree ("language","created_at","id","waits_for") WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
CREATE UNIQUE INDEX "translations_language" ON "translations" USING btree ("report_id","language","of_version");
--> statement-breakpoint
-- What waits for its patient or for an admin is not in the queue.
CREATE OR REPLACE VIEW report_places AS
  SELECT id, 'pending/' AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending' AND waits_for IS NULL
  UNION ALL SELECT id, 'pending/' || report_type, created_at / 86400000 FROM reports WHERE status = 'Pending' AND waits_for IS NULL
  UNION ALL SELECT id, 'reviewed//', coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed//' || report_type, coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed/' || expert_id || '/', coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed' AND expert_id IS NOT NULL;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_report(one reports, change integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_days AS counted (list, day, slot, rows)
    SELECT list, day, pg_backend_pid() % 16, change FROM (
      SELECT 'pending/' AS list, one.created_at / 86400000 AS day WHERE one.status = 'Pending' AND one.waits_for IS NULL
      UNION ALL SELECT 'pending/' || one.report_type, one.created_at / 86400000 WHERE one.status = 'Pending' AND one.waits_for IS NULL
      UNION ALL SELECT 'reviewed//', coalesce(one.reviewed_at, 0) / 86400000 WHERE one.status = 'Reviewed'
      UNION ALL SELECT 'reviewed//' || one.report_type, coalesce(one.reviewed_at, 0) / 86400000 WHERE one.status = 'Reviewed'
      UNION ALL SELECT 'reviewed/' || one.expert_id || '/', coalesce(one.reviewed_at, 0) / 86400000
        WHERE one.status = 'Reviewed' AND one.expert_id IS NOT NULL
      ORDER BY 1, 2) AS places
  ON CONFLICT (list, day, slot) DO UPDATE SET rows = counted.rows + excluded.rows
$$;
--> statement-breakpoint
DROP TRIGGER report_moved ON reports;
--> statement-breakpoint
CREATE TRIGGER report_moved AFTER UPDATE OF status, waits_for, report_type, expert_id, created_at, reviewed_at ON reports
  FOR EACH ROW EXECUTE FUNCTION count_report_change();
--> statement-breakpoint
UPDATE reports SET version = 1 WHERE status = 'Reviewed';
