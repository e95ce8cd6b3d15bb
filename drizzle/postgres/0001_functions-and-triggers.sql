-- The audit log is append-only.
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
-- What texts are compared by when somebody searches, as fold.ts does it.
CREATE FUNCTION fold(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(normalize(value, NFC) COLLATE "und-x-icu") $$;
--> statement-breakpoint
-- The lists that a report stands in, and the day of its time there.
CREATE VIEW report_places AS
  SELECT id, 'pending/' AS list, created_at / 86400000 AS day FROM reports WHERE status = 'Pending'
  UNION ALL SELECT id, 'pending/' || report_type, created_at / 86400000 FROM reports WHERE status = 'Pending'
  UNION ALL SELECT id, 'reviewed//', coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed//' || report_type, coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed'
  UNION ALL SELECT id, 'reviewed/' || expert_id || '/', coalesce(reviewed_at, 0) / 86400000 FROM reports WHERE status = 'Reviewed' AND expert_id IS NOT NULL;
--> statement-breakpoint
-- Adds a row's places to the counts, or takes them away: in the slot of this connection, so that two
-- uploads of a day seldom wait for one row, and in one order, so that two never wait for each other.
CREATE FUNCTION count_report(one reports, change integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO report_days AS counted (list, day, slot, rows)
    SELECT list, day, pg_backend_pid() % 16, change FROM (
      SELECT 'pending/' AS list, one.created_at / 86400000 AS day WHERE one.status = 'Pending'
      UNION ALL SELECT 'pending/' || one.report_type, one.created_at / 86400000 WHERE one.status = 'Pending'
      UNION ALL SELECT 'reviewed//', coalesce(one.reviewed_at, 0) / 86400000 WHERE one.status = 'Reviewed'
      UNION ALL SELECT 'reviewed//' || one.report_type, coalesce(one.reviewed_at, 0) / 86400000 WHERE one.status = 'Reviewed'
      UNION ALL SELECT 'reviewed/' || one.expert_id || '/', coalesce(one.reviewed_at, 0) / 86400000
        WHERE one.status = 'Reviewed' AND one.expert_id IS NOT NULL
      ORDER BY 1, 2) AS places
  ON CONFLICT (list, day, slot) DO UPDATE SET rows = counted.rows + excluded.rows
$$;
--> statement-breakpoint
CREATE FUNCTION count_report_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN PERFORM count_report(old, -1); END IF;
  IF tg_op <> 'DELETE' THEN PERFORM count_report(new, 1); END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_came_or_went AFTER INSERT OR DELETE ON reports FOR EACH ROW EXECUTE FUNCTION count_report_change();
--> statement-breakpoint
CREATE TRIGGER report_moved AFTER UPDATE OF status, report_type, expert_id, created_at, reviewed_at ON reports
  FOR EACH ROW EXECUTE FUNCTION count_report_change();
--> statement-breakpoint
-- One slot for each day before this one, and no row for a day of a list that has no reports.
CREATE FUNCTION fold_report_days(before bigint) RETURNS void LANGUAGE sql AS $$
  WITH gone AS (DELETE FROM report_days WHERE day < before AND slot <> 0 RETURNING list, day, rows)
  INSERT INTO report_days AS counted (list, day, slot, rows)
    SELECT list, day, 0, sum(rows) FROM gone GROUP BY list, day ORDER BY list, day
  ON CONFLICT (list, day, slot) DO UPDATE SET rows = counted.rows + excluded.rows;
  DELETE FROM report_days AS counted WHERE day < before AND slot = 0 AND rows = 0
    AND NOT EXISTS (SELECT FROM report_days AS other
      WHERE other.list = counted.list AND other.day = counted.day AND other.slot <> 0);
$$;
--> statement-breakpoint
-- The counters of limits: unlogged, for a count that a power cut takes does no harm.
CREATE UNLOGGED TABLE limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
CREATE INDEX limits_expire ON limits (expire);
