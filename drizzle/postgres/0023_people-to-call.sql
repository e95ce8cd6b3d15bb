CREATE TABLE "step_checks" (
	"report_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"planned_at" bigint,
	"last_day" text collate "C",
	"reminded_at" bigint,
	"answer" "bytea",
	"answered_at" bigint,
	"call_since" bigint,
	CONSTRAINT "step_checks_report_id_version_pk" PRIMARY KEY("report_id","version")
);
--> statement-breakpoint
CREATE TABLE "unread_answers" (
	"report_id" text collate "C" PRIMARY KEY NOT NULL,
	"patient_id" text collate "C" NOT NULL,
	"since" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "to_tell" ADD COLUMN "whom" "bytea";--> statement-breakpoint
ALTER TABLE "step_checks" ADD CONSTRAINT "step_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unread_answers" ADD CONSTRAINT "unread_answers_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "step_checks_unplanned" ON "step_checks" USING btree ("report_id") WHERE planned_at is null;--> statement-breakpoint
CREATE INDEX "step_checks_last_day" ON "step_checks" USING btree ("last_day") WHERE last_day is not null;--> statement-breakpoint
CREATE INDEX "step_checks_calls" ON "step_checks" USING btree ("call_since") WHERE call_since is not null;--> statement-breakpoint
CREATE INDEX "unread_answers_patient" ON "unread_answers" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "to_tell_reached" ON "to_tell" USING btree ("told_at") WHERE whom is not null;
--> statement-breakpoint
-- An answer of an account without e-mail is unread until an entry of the audit log, later than its
-- last change and the clinic's last doubt about it, says that its patient has seen it.
CREATE VIEW unread_answers_now AS
  SELECT id AS report_id, patient_id, since FROM (
    SELECT reports.id, reports.patient_id,
      CASE WHEN doubt_changed_at > coalesce(amended_at, reviewed_at) THEN doubt_changed_at
        ELSE coalesce(amended_at, reviewed_at, 0) END AS since
    FROM reports JOIN users ON users.id = reports.patient_id
    WHERE reports.status = 'Reviewed' AND users.email LIKE '%@no-email.invalid') AS answered
  WHERE NOT EXISTS (
    SELECT 1 FROM audit
    -- Concatenated, so that SQLite looks the entries up by their object and not by their action.
    WHERE audit.object_id = answered.id AND audit.action || '' = 'review.seen'
      AND audit.actor_id = answered.patient_id AND audit.at >= answered.since);
--> statement-breakpoint
-- The row is written again even if it is there, so that a deletion beside this transaction waits for
-- its new time.
CREATE FUNCTION note_unread_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.status <> 'Reviewed' THEN
    IF tg_op = 'UPDATE' THEN
      DELETE FROM unread_answers WHERE report_id = new.id;
    END IF;
    RETURN NULL;
  END IF;
  INSERT INTO unread_answers AS kept (report_id, patient_id, since)
    SELECT report_id, patient_id, since FROM unread_answers_now WHERE report_id = new.id
    ON CONFLICT (report_id) DO UPDATE SET patient_id = excluded.patient_id, since = excluded.since;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unread_answer_came AFTER INSERT ON reports
  FOR EACH ROW WHEN (new.status = 'Reviewed') EXECUTE FUNCTION note_unread_answer();
--> statement-breakpoint
CREATE TRIGGER unread_answer_changed AFTER UPDATE OF status, reviewed_at, amended_at, doubt_changed_at ON reports
  FOR EACH ROW EXECUTE FUNCTION note_unread_answer();
--> statement-breakpoint
CREATE FUNCTION note_seen_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unread_answers
    WHERE report_id = new.object_id AND patient_id = new.actor_id AND since <= new.at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unread_answer_seen AFTER INSERT ON audit
  FOR EACH ROW WHEN (new.action = 'review.seen') EXECUTE FUNCTION note_seen_answer();
--> statement-breakpoint
CREATE FUNCTION note_unread_answers_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM unread_answers WHERE patient_id = new.id;
  INSERT INTO unread_answers (report_id, patient_id, since)
    SELECT report_id, patient_id, since FROM unread_answers_now WHERE patient_id = new.id
    ON CONFLICT (report_id) DO UPDATE SET since = excluded.since;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER unread_answers_of_account AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN ((new.email LIKE '%@no-email.invalid') <> (old.email LIKE '%@no-email.invalid'))
  EXECUTE FUNCTION note_unread_answers_of_account();
--> statement-breakpoint
INSERT INTO unread_answers (report_id, patient_id, since)
  SELECT report_id, patient_id, since FROM unread_answers_now;
--> statement-breakpoint
-- Each step has a row of what becomes of it.
CREATE FUNCTION follow_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    DELETE FROM step_checks WHERE report_id = old.report_id AND version = old.version;
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO step_checks (report_id, version) VALUES (new.report_id, new.version)
      ON CONFLICT (report_id, version) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER step_check_followed AFTER INSERT OR UPDATE OR DELETE ON review_steps
  FOR EACH ROW EXECUTE FUNCTION follow_step();
--> statement-breakpoint
INSERT INTO step_checks (report_id, version) SELECT report_id, version FROM review_steps;
--> statement-breakpoint
-- What is shown with a report changes the report.
CREATE TRIGGER report_change_step_checks AFTER UPDATE OF answer, answered_at ON step_checks
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
