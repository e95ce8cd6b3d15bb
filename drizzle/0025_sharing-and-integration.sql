CREATE TABLE `change_feed` (
	`id` integer PRIMARY KEY NOT NULL,
	`epoch` text NOT NULL,
	`removed_xid` integer DEFAULT 0 NOT NULL,
	`removed_seq` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `report_changes` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`xid` integer DEFAULT 0 NOT NULL,
	`list` text NOT NULL,
	`report_id` text NOT NULL,
	`hidden_until` integer,
	`gone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_changes_report` ON `report_changes` (`report_id`,`list`);--> statement-breakpoint
CREATE INDEX `report_changes_list` ON `report_changes` (`list`,`xid`,`seq`);--> statement-breakpoint
CREATE INDEX `report_changes_gone` ON `report_changes` (`gone_at`) WHERE gone_at is not null;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`made_by` text NOT NULL,
	`made_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_made` ON `api_keys` (`made_at`,`id`);--> statement-breakpoint
CREATE TABLE `share_openings` (
	`opening_id` text NOT NULL,
	`report_id` text NOT NULL,
	`share_id` text NOT NULL,
	`at` integer NOT NULL,
	`name` blob NOT NULL,
	`registration_number` blob NOT NULL,
	PRIMARY KEY(`opening_id`, `report_id`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_openings_report` ON `share_openings` (`report_id`);--> statement-breakpoint
CREATE INDEX `share_openings_share` ON `share_openings` (`share_id`);--> statement-breakpoint
CREATE TABLE `share_reports` (
	`share_id` text NOT NULL,
	`report_id` text NOT NULL,
	PRIMARY KEY(`share_id`, `report_id`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_reports_report` ON `share_reports` (`report_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`passcode_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`label` blob,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_owner` ON `shares` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `report_checks` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`code` blob NOT NULL,
	`report_id` text,
	`version` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_checks_version` ON `report_checks` (`report_id`,`version`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`audit_id` integer NOT NULL,
	`event` text NOT NULL,
	`object_id` text NOT NULL,
	`happened_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`taken_until` integer,
	`last_try_at` integer,
	`last_status` integer,
	`last_error` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_entry` ON `webhook_deliveries` (`webhook_id`,`audit_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`next_try_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`happened_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url` blob NOT NULL,
	`secret` blob NOT NULL,
	`events` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`read_to` integer NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `users_patients` ON `users` (`created_at`,`id`) WHERE account_type = 'Patient';
--> statement-breakpoint
-- The lists that a report stands in now.
CREATE VIEW report_change_lists AS
  SELECT id, 'patient/' || patient_id AS list FROM reports
  UNION ALL SELECT id, 'pending/' AS list FROM reports WHERE status = 'Pending' AND waits_for IS NULL
  UNION ALL SELECT id, 'reviewed//' AS list FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed/' || expert_id || '/' AS list FROM reports WHERE status = 'Reviewed' AND expert_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER report_change_came AFTER INSERT ON reports BEGIN
  INSERT OR REPLACE INTO report_changes (list, report_id, hidden_until)
    SELECT list, id, CASE WHEN new.hidden_until IS NOT NULL THEN cast((julianday('now') - 2440587.5) * 86400000 AS integer) + min(max(new.hidden_until - coalesce(new.reviewed_at, new.hidden_until), 0), 600000) + 2000 END
    FROM report_change_lists WHERE id = new.id ORDER BY list;
END;
--> statement-breakpoint
-- The time to undo a review ends by the clock of the database: only its length is taken from the
-- row, whose times are those of a server. An extension moves it. Two seconds more let an undo finish
-- that began in time.
CREATE TRIGGER report_change_moved AFTER UPDATE ON reports BEGIN
  UPDATE report_changes
    SET hidden_until = min(hidden_until + new.hidden_until - old.hidden_until, cast((julianday('now') - 2440587.5) * 86400000 AS integer) + 602000)
    WHERE report_id = new.id AND hidden_until IS NOT NULL
      AND new.hidden_until <> old.hidden_until AND new.reviewed_at IS old.reviewed_at;
  INSERT OR REPLACE INTO report_changes (list, report_id, gone_at, hidden_until)
    SELECT list, report_id, cast((julianday('now') - 2440587.5) * 86400000 AS integer), CASE
        WHEN new.hidden_until IS NULL THEN NULL
        WHEN old.hidden_until IS NOT NULL AND new.reviewed_at IS old.reviewed_at THEN hidden_until
        ELSE cast((julianday('now') - 2440587.5) * 86400000 AS integer) + min(max(new.hidden_until - coalesce(new.reviewed_at, new.hidden_until), 0), 600000) + 2000
      END
    FROM report_changes
    WHERE report_id = new.id AND gone_at IS NULL
      AND list NOT IN (SELECT list FROM report_change_lists WHERE id = new.id)
    ORDER BY list;
  INSERT OR REPLACE INTO report_changes (list, report_id, hidden_until)
    SELECT list, id, CASE
        WHEN new.hidden_until IS NULL THEN NULL
        WHEN old.hidden_until IS NOT NULL AND new.reviewed_at IS old.reviewed_at THEN (
          SELECT hidden_until FROM report_changes AS kept WHERE kept.report_id = new.id AND kept.list = entered.list)
        ELSE cast((julianday('now') - 2440587.5) * 86400000 AS integer) + min(max(new.hidden_until - coalesce(new.reviewed_at, new.hidden_until), 0), 600000) + 2000
      END
    FROM report_change_lists AS entered WHERE id = new.id ORDER BY list;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_gone AFTER DELETE ON reports BEGIN
  INSERT OR REPLACE INTO report_changes (list, report_id, gone_at)
    SELECT list, report_id, cast((julianday('now') - 2440587.5) * 86400000 AS integer) FROM report_changes
    WHERE report_id = old.id AND gone_at IS NULL ORDER BY list;
END;
--> statement-breakpoint
-- What is shown with a report changes the report.
CREATE TRIGGER report_change_translations_added AFTER INSERT ON translations BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_translations_changed AFTER UPDATE ON translations BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_review_versions_added AFTER INSERT ON review_versions BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_review_versions_changed AFTER UPDATE ON review_versions BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_review_steps_added AFTER INSERT ON review_steps BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_review_steps_changed AFTER UPDATE ON review_steps BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_report_files_added AFTER INSERT ON report_files BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_report_files_changed AFTER UPDATE ON report_files BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_consents_added AFTER INSERT ON consents BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_consents_changed AFTER UPDATE ON consents BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_questions_added AFTER INSERT ON questions BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_questions_changed AFTER UPDATE OF text, answer, answered_at, closed_at, lift_reason ON questions BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
END;
--> statement-breakpoint
CREATE TRIGGER report_change_patient AFTER UPDATE OF first_name, last_name, email ON users
WHEN new.first_name IS NOT old.first_name OR new.last_name IS NOT old.last_name OR new.email IS NOT old.email BEGIN
  UPDATE reports SET version = version WHERE patient_id = new.id;
END;
--> statement-breakpoint
-- Nobody can read the lists of a deleted account.
CREATE TRIGGER report_change_account AFTER DELETE ON users BEGIN
  DELETE FROM report_changes WHERE list IN ('patient/' || old.id, 'reviewed/' || old.id || '/');
END;
--> statement-breakpoint
INSERT INTO report_changes (list, report_id, hidden_until)
  SELECT list, reports.id, CASE WHEN reports.hidden_until IS NOT NULL THEN cast((julianday('now') - 2440587.5) * 86400000 AS integer) + min(max(reports.hidden_until - coalesce(reports.reviewed_at, reports.hidden_until), 0), 600000) + 2000 END
  FROM reports JOIN report_change_lists ON report_change_lists.id = reports.id
  ORDER BY reports.created_at, reports.id, list;
--> statement-breakpoint
INSERT INTO change_feed (id, epoch) VALUES (1, lower(hex(randomblob(16))));
