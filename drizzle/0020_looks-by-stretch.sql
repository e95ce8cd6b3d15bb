-- A look at a list writes to few pages of the index, however many patients there are: those of its
-- own stretch of the log.
DROP INDEX `audit_seen_patient`;
--> statement-breakpoint
CREATE INDEX `audit_seen_patient` ON `audit_seen` (`line` / 64, `patient_id`, `line`);
