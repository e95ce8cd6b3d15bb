CREATE TABLE "drawing_checks" (
	"report_id" text collate "C" PRIMARY KEY NOT NULL,
	"checked_at" bigint NOT NULL,
	"incomplete_version" bigint,
	"lacked_notes" text collate "C"
);
--> statement-breakpoint
ALTER TABLE "drawing_checks" ADD CONSTRAINT "drawing_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drawing_checks_incomplete" ON "drawing_checks" USING btree ("report_id") WHERE incomplete_version is not null;