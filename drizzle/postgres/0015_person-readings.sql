CREATE TABLE "report_readings" (
	"expert_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"corrected_at" bigint,
	"answers" bigint NOT NULL,
	"read_at" bigint NOT NULL,
	CONSTRAINT "report_readings_expert_id_report_id_pk" PRIMARY KEY("expert_id","report_id")
);
--> statement-breakpoint
ALTER TABLE "review_steps" ADD COLUMN "specialist" "bytea";--> statement-breakpoint
ALTER TABLE "report_readings" ADD CONSTRAINT "report_readings_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_readings" ADD CONSTRAINT "report_readings_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_readings_age" ON "report_readings" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "report_readings_report" ON "report_readings" USING btree ("report_id");