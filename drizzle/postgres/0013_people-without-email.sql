CREATE TABLE "checked_sentences" (
	"language" text collate "C" NOT NULL,
	"wording_hash" text collate "C" NOT NULL,
	"by" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "checked_sentences_language_wording_hash_pk" PRIMARY KEY("language","wording_hash")
);
--> statement-breakpoint
CREATE TABLE "follow_ups" (
	"report_id" text collate "C" PRIMARY KEY NOT NULL,
	"since" bigint NOT NULL,
	"due_at" bigint NOT NULL,
	"attempts" bigint DEFAULT 0 NOT NULL,
	"told_at" bigint,
	"reached_at" bigint,
	"whom" "bytea",
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "message_consents" (
	"user_id" text collate "C" NOT NULL,
	"number_hash" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"withdrawn_at" bigint,
	CONSTRAINT "message_consents_user_id_number_hash_pk" PRIMARY KEY("user_id","number_hash")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C",
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"credential_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text collate "C",
	"name" "bytea",
	"created_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "phrases" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"expert_id" text collate "C" NOT NULL,
	"report_type" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"text" "bytea" NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_steps" (
	"report_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"step" "bytea" NOT NULL,
	"within_days" "bytea",
	"speciality" "bytea",
	"chosen_at" bigint NOT NULL,
	CONSTRAINT "review_steps_report_id_version_pk" PRIMARY KEY("report_id","version")
);
--> statement-breakpoint
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
CREATE TABLE "to_tell" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"outcome" text collate "C" NOT NULL,
	"told_by" text collate "C",
	"told_at" bigint NOT NULL,
	"due_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "mode" text collate "C";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "witness" "bytea";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "may_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "claimed_after" text collate "C";--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "sent_by" text collate "C";--> statement-breakpoint
ALTER TABLE "review_drafts" ADD COLUMN "next_step" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "with_passkey" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "numbers_checked" boolean;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "login_name" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "birth_year" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "desk_key" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "opened_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "helper_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "helper_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "front_desk_since" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "front_desk_by" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "follow_ups" ADD CONSTRAINT "follow_ups_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_consents" ADD CONSTRAINT "message_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phrases" ADD CONSTRAINT "phrases_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_steps" ADD CONSTRAINT "review_steps_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slips" ADD CONSTRAINT "slips_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "to_tell" ADD CONSTRAINT "to_tell_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "to_tell" ADD CONSTRAINT "to_tell_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_ups_open" ON "follow_ups" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "follow_ups_reached" ON "follow_ups" USING btree ("reached_at") WHERE reached_at is not null;--> statement-breakpoint
CREATE INDEX "passkey_challenges_user" ON "passkey_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phrases_list" ON "phrases" USING btree ("expert_id","report_type","position","id");--> statement-breakpoint
CREATE INDEX "slips_report" ON "slips" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "slips_expiry" ON "slips" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "to_tell_subject" ON "to_tell" USING btree ("report_id","kind","subject");--> statement-breakpoint
CREATE INDEX "to_tell_user" ON "to_tell" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reports_sent_by" ON "reports" USING btree ("sent_by","created_at","id") WHERE sent_by is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_name" ON "users" USING btree ("login_name");--> statement-breakpoint
CREATE INDEX "users_desk_key" ON "users" USING btree ("desk_key") WHERE desk_key is not null;--> statement-breakpoint
CREATE INDEX "users_opened_by" ON "users" USING btree ("opened_by","created_at","id") WHERE opened_by is not null;--> statement-breakpoint
CREATE INDEX "users_helpers" ON "users" USING btree ("id") WHERE helper_since is not null or front_desk_since is not null;