CREATE TABLE "report_checks" (
	"code_hash" text collate "C" PRIMARY KEY NOT NULL,
	"code" "bytea" NOT NULL,
	"report_id" text collate "C",
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "report_checks" ADD CONSTRAINT "report_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_checks_version" ON "report_checks" USING btree ("report_id","version");