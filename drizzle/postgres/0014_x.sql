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