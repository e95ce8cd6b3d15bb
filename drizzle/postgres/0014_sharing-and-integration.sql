CREATE TABLE "api_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"secret_hash" text collate "C" NOT NULL,
	"scopes" text collate "C" NOT NULL,
	"made_by" text collate "C" NOT NULL,
	"made_at" bigint NOT NULL,
	"last_used_at" bigint,
	"expires_at" bigint NOT NULL,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "change_feed" (
	"id" bigint PRIMARY KEY NOT NULL,
	"epoch" text collate "C" NOT NULL,
	"removed_xid" bigint DEFAULT 0 NOT NULL,
	"removed_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"xid" bigint DEFAULT 0 NOT NULL,
	"list" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"hidden_until" bigint,
	"gone_at" bigint
);
--> statement-breakpoint
CREATE TABLE "report_checks" (
	"code_hash" text collate "C" PRIMARY KEY NOT NULL,
	"code" "bytea" NOT NULL,
	"report_id" text collate "C",
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_openings" (
	"opening_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"share_id" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"name" "bytea" NOT NULL,
	"registration_number" "bytea" NOT NULL,
	CONSTRAINT "share_openings_opening_id_report_id_pk" PRIMARY KEY("opening_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "share_reports" (
	"share_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	CONSTRAINT "share_reports_share_id_report_id_pk" PRIMARY KEY("share_id","report_id")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"token_hash" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"passcode_hash" text collate "C" NOT NULL,
	"tries" bigint DEFAULT 0 NOT NULL,
	"label" "bytea",
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"ended_at" bigint,
	"ended_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"webhook_id" text collate "C" NOT NULL,
	"audit_id" bigint NOT NULL,
	"event" text collate "C" NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"happened_at" bigint NOT NULL,
	"state" text collate "C" DEFAULT 'waiting' NOT NULL,
	"tries" bigint DEFAULT 0 NOT NULL,
	"next_try_at" bigint NOT NULL,
	"taken_until" bigint,
	"last_try_at" bigint,
	"last_status" bigint,
	"last_error" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"url" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"events" text collate "C" NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"read_to" bigint NOT NULL,
	"made_by" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_checks" ADD CONSTRAINT "report_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_openings" ADD CONSTRAINT "share_openings_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_openings" ADD CONSTRAINT "share_openings_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_reports" ADD CONSTRAINT "share_reports_share_id_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_reports" ADD CONSTRAINT "share_reports_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_secret" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_keys_made" ON "api_keys" USING btree ("made_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_changes_report" ON "report_changes" USING btree ("report_id","list");--> statement-breakpoint
CREATE INDEX "report_changes_list" ON "report_changes" USING btree ("list","xid","seq");--> statement-breakpoint
CREATE INDEX "report_changes_gone" ON "report_changes" USING btree ("gone_at") WHERE gone_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "report_checks_version" ON "report_checks" USING btree ("report_id","version");--> statement-breakpoint
CREATE INDEX "share_openings_report" ON "share_openings" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "share_openings_share" ON "share_openings" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "share_reports_report" ON "share_reports" USING btree ("report_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_token" ON "shares" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "shares_owner" ON "shares" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_entry" ON "webhook_deliveries" USING btree ("webhook_id","audit_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "users_patients" ON "users" USING btree ("created_at","id") WHERE account_type = 'Patient';
--> statement-breakpoint
CREATE FUNCTION database_ms() RETURNS bigint LANGUAGE sql VOLATILE
  AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;
--> statement-breakpoint
-- The end of the time to undo a review by the clock of the database: only its length is taken from
-- the row, whose times are those of a server. Two seconds more let an undo finish that began in time.
CREATE FUNCTION undoable_until(one reports) RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT database_ms() + least(greatest(one.hidden_until - coalesce(one.reviewed_at, one.hidden_until), 0), 600000) + 2000
    WHERE one.hidden_until IS NOT NULL
$$;
--> statement-breakpoint
-- The lists that a report stands in now. Volatile, because the planner fails to inline this union.
CREATE FUNCTION report_change_lists(one reports) RETURNS SETOF text LANGUAGE sql VOLATILE AS $$
  SELECT 'patient/' || one.patient_id
  UNION ALL SELECT 'pending/' WHERE one.status = 'Pending' AND one.waits_for IS NULL
  UNION ALL SELECT 'reviewed//' WHERE one.status = 'Reviewed'
  UNION ALL SELECT 'reviewed/' || one.expert_id || '/' WHERE one.status = 'Reviewed' AND one.expert_id IS NOT NULL
$$;
--> statement-breakpoint
CREATE FUNCTION number_report_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  this_xid bigint := pg_current_xact_id()::text::bigint;
  keeps_hidden boolean := false;
  ends_at bigint;
BEGIN
  IF tg_op = 'DELETE' THEN
    UPDATE report_changes
      SET seq = nextval('report_changes_seq_seq'), xid = this_xid, hidden_until = NULL, gone_at = database_ms()
      WHERE report_id = old.id AND gone_at IS NULL;
    RETURN NULL;
  END IF;
  ends_at := undoable_until(new);
  IF tg_op = 'UPDATE' THEN
    keeps_hidden := new.hidden_until IS NOT NULL AND old.hidden_until IS NOT NULL
      AND new.reviewed_at IS NOT DISTINCT FROM old.reviewed_at;
    -- An extension moves the end.
    IF keeps_hidden AND new.hidden_until <> old.hidden_until THEN
      UPDATE report_changes
        SET hidden_until = least(hidden_until + new.hidden_until - old.hidden_until, database_ms() + 602000)
        WHERE report_id = new.id AND hidden_until IS NOT NULL;
    END IF;
    UPDATE report_changes
      SET seq = nextval('report_changes_seq_seq'), xid = this_xid, gone_at = database_ms(),
        hidden_until = CASE WHEN keeps_hidden THEN hidden_until ELSE ends_at END
      WHERE report_id = new.id AND gone_at IS NULL AND list NOT IN (SELECT report_change_lists(new));
  END IF;
  INSERT INTO report_changes AS kept (list, report_id, xid, hidden_until)
    SELECT list, new.id, this_xid, ends_at FROM report_change_lists(new) AS list ORDER BY list
    ON CONFLICT (report_id, list) DO UPDATE
      SET seq = excluded.seq, xid = excluded.xid, gone_at = NULL,
        hidden_until = CASE WHEN keeps_hidden THEN kept.hidden_until ELSE excluded.hidden_until END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_changed AFTER INSERT OR UPDATE OR DELETE ON reports
  FOR EACH ROW EXECUTE FUNCTION number_report_change();
--> statement-breakpoint
-- What is shown with a report changes the report.
CREATE FUNCTION change_report_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reports SET version = version WHERE id = new.report_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_change_translations AFTER INSERT OR UPDATE ON translations
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE TRIGGER report_change_review_versions AFTER INSERT OR UPDATE ON review_versions
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE TRIGGER report_change_review_steps AFTER INSERT OR UPDATE ON review_steps
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE TRIGGER report_change_report_files AFTER INSERT OR UPDATE ON report_files
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE TRIGGER report_change_consents AFTER INSERT OR UPDATE ON consents
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE TRIGGER report_change_questions AFTER INSERT OR UPDATE OF text, answer, answered_at, closed_at, lift_reason ON questions
  FOR EACH ROW EXECUTE FUNCTION change_report_of_row();
--> statement-breakpoint
CREATE FUNCTION change_reports_of_patient() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reports SET version = version WHERE patient_id = new.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_change_patient AFTER UPDATE OF first_name, last_name, email ON users FOR EACH ROW
  WHEN (new.first_name IS DISTINCT FROM old.first_name OR new.last_name IS DISTINCT FROM old.last_name
    OR new.email IS DISTINCT FROM old.email)
  EXECUTE FUNCTION change_reports_of_patient();
--> statement-breakpoint
-- Nobody can read the lists of a deleted account.
CREATE FUNCTION drop_changes_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM report_changes WHERE list IN ('patient/' || old.id, 'reviewed/' || old.id || '/');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_change_account AFTER DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION drop_changes_of_account();
--> statement-breakpoint
-- Rows from a transaction that this server has not begun yet were copied by PostgreSQL's own tools
-- from another one: they are old, and no cursor fits them.
CREATE FUNCTION settle_report_changes() RETURNS void LANGUAGE sql AS $$
  WITH foreign_rows AS (
    UPDATE report_changes SET xid = 0
      WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint RETURNING 1)
  UPDATE change_feed SET epoch = gen_random_uuid()::text, removed_xid = 0, removed_seq = 0
    WHERE EXISTS (SELECT FROM foreign_rows)
$$;
--> statement-breakpoint
INSERT INTO report_changes (list, report_id, hidden_until)
  SELECT list, reports.id, undoable_until(reports)
  FROM reports CROSS JOIN LATERAL report_change_lists(reports) AS list
  ORDER BY reports.created_at, reports.id, list;
--> statement-breakpoint
INSERT INTO change_feed (id, epoch) VALUES (1, gen_random_uuid()::text);
