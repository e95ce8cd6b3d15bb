CREATE TABLE "address_disputes" (
	"user_id" text collate "C" PRIMARY KEY NOT NULL,
	"token_hash" text collate "C" NOT NULL,
	"asked_by" text collate "C" NOT NULL,
	"asked_at" bigint NOT NULL,
	"agreed_by" text collate "C",
	"agreed_at" bigint,
	"stopped_at" bigint,
	"objected_at" bigint,
	"decided_by" text collate "C",
	"decided_at" bigint,
	"decision_reason" "bytea"
);
--> statement-breakpoint
CREATE TABLE "drawing_checks" (
	"report_id" text collate "C" PRIMARY KEY NOT NULL,
	"checked_at" bigint NOT NULL,
	"incomplete_version" bigint,
	"lacked_notes" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "helper_bonds" (
	"user_id" text collate "C" NOT NULL,
	"helper_id" text collate "C" NOT NULL,
	"number" "bytea",
	"ended_at" bigint,
	CONSTRAINT "helper_bonds_user_id_helper_id_pk" PRIMARY KEY("user_id","helper_id")
);
--> statement-breakpoint
CREATE TABLE "report_readings" (
	"expert_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"corrected_at" bigint,
	"answers" bigint NOT NULL,
	"read_at" bigint NOT NULL,
	CONSTRAINT "report_readings_expert_id_report_id_pk" PRIMARY KEY("expert_id","report_id")
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "doubt_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "review_steps" ADD COLUMN "specialist" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "answers_in_doubt" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "doubt_decided_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_number" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "proven_key" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "number_changed_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_added_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_device" "bytea";--> statement-breakpoint
ALTER TABLE "address_disputes" ADD CONSTRAINT "address_disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drawing_checks" ADD CONSTRAINT "drawing_checks_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_bonds" ADD CONSTRAINT "helper_bonds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_bonds" ADD CONSTRAINT "helper_bonds_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_readings" ADD CONSTRAINT "report_readings_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_readings" ADD CONSTRAINT "report_readings_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_disputes_token" ON "address_disputes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "drawing_checks_incomplete" ON "drawing_checks" USING btree ("report_id") WHERE incomplete_version is not null;--> statement-breakpoint
CREATE INDEX "helper_bonds_helper" ON "helper_bonds" USING btree ("helper_id");--> statement-breakpoint
CREATE INDEX "report_readings_age" ON "report_readings" USING btree ("read_at");--> statement-breakpoint
CREATE INDEX "report_readings_report" ON "report_readings" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "translations_expert" ON "translations" USING btree ("expert_id","created_at");--> statement-breakpoint
CREATE INDEX "users_proven_key" ON "users" USING btree ("proven_key") WHERE proven_key is not null;--> statement-breakpoint
CREATE INDEX "users_slips" ON "users" USING btree ("updated_at","id") WHERE must_change_password;