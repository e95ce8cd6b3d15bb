CREATE TABLE `step_checks` (
	`report_id` text NOT NULL,
	`version` integer NOT NULL,
	`planned_at` integer,
	`last_day` text,
	`reminded_at` integer,
	`answer` blob,
	`answered_at` integer,
	`call_since` integer,
	PRIMARY KEY(`report_id`, `version`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `step_checks_unplanned` ON `step_checks` (`report_id`) WHERE planned_at is null;--> statement-breakpoint
CREATE INDEX `step_checks_last_day` ON `step_checks` (`last_day`) WHERE last_day is not null;--> statement-breakpoint
CREATE INDEX `step_checks_calls` ON `step_checks` (`call_since`) WHERE call_since is not null;--> statement-breakpoint
CREATE TABLE `unread_answers` (
	`report_id` text PRIMARY KEY NOT NULL,
	`patient_id` text NOT NULL,
	`since` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unread_answers_patient` ON `unread_answers` (`patient_id`);--> statement-breakpoint
ALTER TABLE `to_tell` ADD `whom` blob;--> statement-breakpoint
CREATE INDEX `to_tell_reached` ON `to_tell` (`told_at`) WHERE whom is not null;
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
CREATE TRIGGER unread_answer_came AFTER INSERT ON reports WHEN new.status = 'Reviewed' BEGIN
  INSERT OR REPLACE INTO unread_answers (report_id, patient_id, since)
    SELECT report_id, patient_id, since FROM unread_answers_now WHERE report_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER unread_answer_changed AFTER UPDATE OF status, reviewed_at, amended_at, doubt_changed_at ON reports BEGIN
  DELETE FROM unread_answers WHERE report_id = new.id;
  INSERT INTO unread_answers (report_id, patient_id, since)
    SELECT report_id, patient_id, since FROM unread_answers_now WHERE report_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER unread_answer_seen AFTER INSERT ON audit WHEN new.action = 'review.seen' BEGIN
  DELETE FROM unread_answers
    WHERE report_id = new.object_id AND patient_id = new.actor_id AND since <= new.at;
END;
--> statement-breakpoint
CREATE TRIGGER unread_answers_of_account AFTER UPDATE OF email ON users
  WHEN (new.email LIKE '%@no-email.invalid') <> (old.email LIKE '%@no-email.invalid') BEGIN
  DELETE FROM unread_answers WHERE patient_id = new.id;
  INSERT INTO unread_answers (report_id, patient_id, since)
    SELECT report_id, patient_id, since FROM unread_answers_now WHERE patient_id = new.id;
END;
--> statement-breakpoint
INSERT INTO unread_answers (report_id, patient_id, since)
  SELECT report_id, patient_id, since FROM unread_answers_now;
--> statement-breakpoint
-- Each step has a row of what becomes of it.
CREATE TRIGGER step_check_came AFTER INSERT ON review_steps BEGIN
  INSERT OR REPLACE INTO step_checks (report_id, version) VALUES (new.report_id, new.version);
END;
--> statement-breakpoint
CREATE TRIGGER step_check_changed AFTER UPDATE ON review_steps BEGIN
  DELETE FROM step_checks WHERE report_id = old.report_id AND version = old.version;
  INSERT OR REPLACE INTO step_checks (report_id, version) VALUES (new.report_id, new.version);
END;
--> statement-breakpoint
CREATE TRIGGER step_check_gone AFTER DELETE ON review_steps BEGIN
  DELETE FROM step_checks WHERE report_id = old.report_id AND version = old.version;
END;
--> statement-breakpoint
INSERT INTO step_checks (report_id, version) SELECT report_id, version FROM review_steps;
--> statement-breakpoint
-- What is shown with a report changes the report.
CREATE TRIGGER report_change_step_checks AFTER UPDATE OF answer, answered_at ON step_checks BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
