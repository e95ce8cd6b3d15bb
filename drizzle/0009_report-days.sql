CREATE TABLE `report_days` (
	`list` text NOT NULL,
	`day` integer NOT NULL,
	`slot` integer DEFAULT 0 NOT NULL,
	`rows` integer NOT NULL,
	PRIMARY KEY(`list`, `day`, `slot`)
);
--> statement-breakpoint
CREATE VIEW report_places AS
  SELECT id, 'pending/' AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending'
  UNION ALL SELECT id, 'pending/' || report_type AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending'
  UNION ALL SELECT id, 'reviewed//' AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed//' || report_type AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed/' || expert_id || '/' AS list, coalesce(reviewed_at, 0) / 86400000 AS day FROM reports WHERE status = 'Reviewed' AND expert_id IS NOT NULL;
--> statement-breakpoint
INSERT INTO report_days (list, day, slot, rows) SELECT list, day, 0, count(*) FROM report_places GROUP BY list, day;
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
CREATE TRIGGER report_moves BEFORE UPDATE OF status, report_type, expert_id, created_at, reviewed_at ON reports BEGIN
  UPDATE report_days SET rows = rows - 1
    WHERE slot = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
  DELETE FROM report_days
    WHERE slot = 0 AND rows = 0 AND (list, day) IN (SELECT list, day FROM report_places WHERE id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER report_moved AFTER UPDATE OF status, report_type, expert_id, created_at, reviewed_at ON reports BEGIN
  INSERT INTO report_days (list, day, slot, rows) SELECT list, day, 0, 1 FROM report_places WHERE id = new.id
    ON CONFLICT (list, day, slot) DO UPDATE SET rows = rows + 1;
END;
