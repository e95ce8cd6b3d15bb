CREATE TABLE "slips" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"birth_year" "bytea" NOT NULL,
	"tries_left" bigint NOT NULL,
	"locked_until" bigint,
	"issued_at" bigint NOT NULL,
	"issued_by" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slips_report" ON "slips" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "slips_expiry" ON "slips" USING btree ("expires_at");