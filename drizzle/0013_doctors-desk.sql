DROP TRIGGER report_came;
--> statement-breakpoint
DROP TRIGGER report_goes;
--> statement-breakpoint
DROP TRIGGER report_moves;
--> statement-breakpoint
DROP TRIGGER report_moved;
--> statement-breakpoint
DROP VIEW report_places;
--> statement-breakpoint
CREATE TABLE `questions` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`expert_id` text NOT NULL,
	`expert_first_name` text NOT NULL,
	`expert_last_name` text NOT NULL,
	`kind` blob NOT NULL,
	`pages` text,
	`text` blob,
	`language` text NOT NULL,
	`asked_at` integer NOT NULL,
	`told` integer DEFAULT 0 NOT NULL,
	`answer` blob,
	`answered_at` integer,
	`closed_at` integer,
	`lift_reason` blob,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `questions_report` ON `questions` (`report_id`);--> statement-breakpoint
CREATE INDEX `questions_expert` ON `questions` (`expert_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `questions_open` ON `questions` (`report_id`) WHERE answered_at is null and closed_at is null;--> statement-breakpoint
CREATE INDEX `questions_due` ON `questions` (`asked_at`) WHERE answered_at is null and closed_at is null;--> statement-breakpoint
CREATE TABLE `report_files` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`question_id` text NOT NULL,
	`number` integer NOT NULL,
	`file_name` text NOT NULL,
	`original_name` blob,
	`media_type` text NOT NULL,
	`resource_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`pages` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_files_number` ON `report_files` (`report_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `report_files_file` ON `report_files` (`file_name`);--> statement-breakpoint
CREATE TABLE `review_drafts` (
	`expert_id` text NOT NULL,
	`report_id` text NOT NULL,
	`text` blob NOT NULL,
	`language` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`expert_id`, `report_id`),
	FOREIGN KEY (`expert_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_drafts_age` ON `review_drafts` (`updated_at`);--> statement-breakpoint
CREATE INDEX `review_drafts_report` ON `review_drafts` (`report_id`);--> statement-breakpoint
CREATE TABLE `review_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`text` blob,
	`reason_code` text,
	`reason` blob,
	`language` text,
	`expert_id` text NOT NULL,
	`expert_first_name` text NOT NULL,
	`expert_last_name` text NOT NULL,
	`expert_registration` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `review_versions_number` ON `review_versions` (`report_id`,`number`);--> statement-breakpoint
DROP INDEX `reports_pending`;--> statement-breakpoint
DROP INDEX `reports_pending_type`;--> statement-breakpoint
DROP INDEX `reports_pending_language`;--> statement-breakpoint
ALTER TABLE `reports` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `amended_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `taken_back_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `hidden_until` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `notice_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_until` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `waits_for` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `held_at` integer;--> statement-breakpoint
CREATE INDEX `reports_waiting` ON `reports` (`waits_for`,`created_at`,`id`) WHERE waits_for is not null;--> statement-breakpoint
CREATE INDEX `reports_claimed` ON `reports` (`claimed_by`) WHERE claimed_by is not null;--> statement-breakpoint
CREATE INDEX `reports_pending` ON `reports` (`created_at`,`id`,`waits_for`) WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
CREATE INDEX `reports_pending_type` ON `reports` (`report_type`,`created_at`,`id`,`waits_for`) WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
CREATE INDEX `reports_pending_language` ON `reports` (`language`,`created_at`,`id`,`waits_for`) WHERE status = 'Pending' and waits_for is null;--> statement-breakpoint
DROP INDEX `translations_language`;--> statement-breakpoint
ALTER TABLE `translations` ADD `of_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `translations_language` ON `translations` (`report_id`,`language`,`of_version`);
--> statement-breakpoint
UPDATE reports SET version = 1 WHERE status = 'Reviewed';
--> statement-breakpoint
CREATE VIEW report_places AS
  SELECT id, 'pending/' AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending' AND waits_for IS NULL
  UNION ALL SELECT id, 'pending/' || report_type AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending' AND waits_for IS NULL
  UNION ALL SELECT id, 'reviewed//' AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed//' || report_type AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed/' || expert_id || '/' AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed' AND expert_id IS NOT NULL;
--> statement-breakpoint
CREATE TRIGGER report_came AFTER INSERT ON reports BEGIN
  INSERT INTO report_days (list, day, slot, rows) SELECT list, day, 0, 1 FROM report_places WHERE id = new.id
    ON CONFLICT (list, day, slot) DO UPDATE SET rows = rows + 1;
END;
--> statement-breakpoint
CREATE TRIGGER report_goes BEFORE DELETE ON reports BEGIN
  UPDATE report_days SET rows = rows - 1
    WHERE slot = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
  DELETE FROM report_days
    WHERE slot = 0 AND rows = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER report_moves BEFORE UPDATE OF status, waits_for, report_type, expert_id, created_at, reviewed_at ON reports BEGIN
  UPDATE report_days SET rows = rows - 1
    WHERE slot = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
  DELETE FROM report_days
    WHERE slot = 0 AND rows = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER report_moved AFTER UPDATE OF status, waits_for, report_type, expert_id, created_at, reviewed_at ON reports BEGIN
  INSERT INTO report_days (list, day, slot, rows) SELECT list, day, 0, 1 FROM report_places WHERE id = new.id
    ON CONFLICT (list, day, slot) DO UPDATE SET rows = rows + 1;
END;
