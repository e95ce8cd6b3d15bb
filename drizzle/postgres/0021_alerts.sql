CREATE TABLE "alerts" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"since" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"rung" bigint DEFAULT 0 NOT NULL,
	"acknowledged_by" text collate "C",
	"acknowledged_at" bigint,
	"patient_told_at" bigint,
	"ended_at" bigint,
	"ended_why" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "quiet_times" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint NOT NULL,
	"by" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_targets" (
	"report_type" text collate "C" PRIMARY KEY NOT NULL,
	"hours" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_report" ON "alerts" USING btree ("report_id","kind");--> statement-breakpoint
CREATE INDEX "alerts_open" ON "alerts" USING btree ("kind","since","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "quiet_times_end" ON "quiet_times" USING btree ("until");--> statement-breakpoint
CREATE INDEX "reports_urgent_open" ON "reports" USING btree ("urgent_at","id") WHERE status = 'Pending' and urgent_at is not null;