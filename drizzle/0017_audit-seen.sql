-- Whose reports a line of the audit log says were seen. Its rows come in the order of the lines.
CREATE TABLE `audit_seen` (
	`line` integer NOT NULL,
	`patient_id` text NOT NULL,
	PRIMARY KEY(`line`, `patient_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_seen_patient` ON `audit_seen` (`patient_id`,`line`);
--> statement-breakpoint
CREATE TRIGGER `audit_seen_no_update` BEFORE UPDATE ON `audit_seen`
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `audit_seen_no_delete` BEFORE DELETE ON `audit_seen`
BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
