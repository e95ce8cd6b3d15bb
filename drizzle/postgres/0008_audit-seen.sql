-- Whose reports a line of the audit log says were seen.
CREATE TABLE "audit_seen" (
	"line" bigint NOT NULL,
	"patient_id" text collate "C" NOT NULL,
	CONSTRAINT "audit_seen_line_patient_id_pk" PRIMARY KEY("line","patient_id")
);
--> statement-breakpoint
CREATE INDEX "audit_seen_patient" ON "audit_seen" USING btree ("patient_id","line");
--> statement-breakpoint
CREATE TRIGGER audit_seen_no_update BEFORE UPDATE OR DELETE ON audit_seen FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_seen_no_truncate BEFORE TRUNCATE ON audit_seen FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
