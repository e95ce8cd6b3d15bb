CREATE TABLE "audit" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"actor_id" text collate "C",
	"action" text collate "C" NOT NULL,
	"object_id" text collate "C",
	"hash" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "code_tries" (
	"key_hash" text collate "C" PRIMARY KEY NOT NULL,
	"tries" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"email" text collate "C" PRIMARY KEY NOT NULL,
	"code_hash" text collate "C" NOT NULL,
	"tries_left" bigint NOT NULL,
	"sent_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"sent_in_hour" bigint NOT NULL,
	"hour_started_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"given" boolean,
	"wording_version" text collate "C",
	"language" text collate "C",
	"wording" text collate "C",
	"door" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"withdrawn_at" bigint
);
--> statement-breakpoint
CREATE TABLE "digests" (
	"expert_id" text collate "C" PRIMARY KEY NOT NULL,
	"due_at" bigint,
	"last_at" bigint
);
--> statement-breakpoint
CREATE TABLE "held_signups" (
	"key_hash" text collate "C" PRIMARY KEY NOT NULL,
	"account_type" text collate "C" NOT NULL,
	"first_name" text collate "C" NOT NULL,
	"last_name" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"contact_number" "bytea" NOT NULL,
	"registration_number" text collate "C",
	"council" text collate "C",
	"qualification" text collate "C",
	"password_hash" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"key_hash" text collate "C" PRIMARY KEY NOT NULL,
	"body_hash" text collate "C" NOT NULL,
	"object_id" text collate "C" NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keyring" (
	"key_id" text collate "C" PRIMARY KEY NOT NULL,
	"wrapped" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_networks" (
	"user_id" text collate "C" NOT NULL,
	"network_hash" text collate "C" NOT NULL,
	"factor_since" bigint,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "known_networks_user_id_network_hash_pk" PRIMARY KEY("user_id","network_hash")
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"holder" text collate "C" NOT NULL,
	"until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_ceilings" (
	"account_hash" text collate "C" PRIMARY KEY NOT NULL,
	"wrong" bigint NOT NULL,
	"hour_started_at" bigint NOT NULL,
	"noticed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "login_tries" (
	"address_hash" text collate "C" PRIMARY KEY NOT NULL,
	"account_hash" text collate "C" DEFAULT '' NOT NULL,
	"wrong" bigint NOT NULL,
	"wait_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"name" "bytea" NOT NULL,
	"email" "bytea",
	"phone" "bytea",
	"text" "bytea" NOT NULL,
	"language" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"closed_at" bigint,
	"closed_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"letter" text collate "C" NOT NULL,
	"recipient" "bytea" NOT NULL,
	"facts" "bytea" NOT NULL,
	"language" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"next_try_at" bigint NOT NULL,
	"tries" bigint DEFAULT 0 NOT NULL,
	"state" text collate "C" DEFAULT 'waiting' NOT NULL,
	"taken_until" bigint
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C",
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_logins" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"password_hash" text collate "C" NOT NULL,
	"tries_left" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_days" (
	"list" text collate "C" NOT NULL,
	"day" bigint NOT NULL,
	"slot" bigint DEFAULT 0 NOT NULL,
	"rows" bigint NOT NULL,
	CONSTRAINT "report_days_list_day_slot_pk" PRIMARY KEY("list","day","slot")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"patient_id" text collate "C" NOT NULL,
	"submission_key" text collate "C",
	"content_key" text collate "C",
	"report_type" text collate "C" NOT NULL,
	"description" "bytea",
	"phone_number" "bytea" NOT NULL,
	"country_code" text collate "C",
	"file_name" text collate "C" NOT NULL,
	"thumbnail_name" text collate "C",
	"original_name" "bytea",
	"media_type" text collate "C" NOT NULL,
	"resource_type" text collate "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"pages" bigint DEFAULT 1 NOT NULL,
	"pages_counted" boolean DEFAULT false NOT NULL,
	"status" text collate "C" DEFAULT 'Pending' NOT NULL,
	"language" text collate "C" DEFAULT 'en' NOT NULL,
	"review" "bytea",
	"review_language" text collate "C",
	"expert_id" text collate "C",
	"expert_first_name" text collate "C",
	"expert_last_name" text collate "C",
	"expert_registration" text collate "C",
	"reviewed_at" bigint,
	"corrected_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"device" "bytea"
);
--> statement-breakpoint
CREATE TABLE "translations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"report_id" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"review" "bytea" NOT NULL,
	"expert_id" text collate "C" NOT NULL,
	"expert_first_name" text collate "C" NOT NULL,
	"expert_last_name" text collate "C" NOT NULL,
	"expert_registration" text collate "C",
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_type" text collate "C" NOT NULL,
	"first_name" text collate "C" NOT NULL,
	"last_name" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"password_hash" text collate "C" NOT NULL,
	"contact_number" "bytea",
	"approved" boolean DEFAULT false NOT NULL,
	"approved_at" bigint,
	"approved_by" text collate "C",
	"registration_number" text collate "C",
	"council" text collate "C",
	"qualification" text collate "C",
	"suspended_at" bigint,
	"rejected_at" bigint,
	"standing_reason" "bytea",
	"totp_secret" "bytea",
	"totp_since" bigint,
	"totp_last_step" bigint,
	"about" text collate "C",
	"gender" text collate "C",
	"date_of_birth" "bytea",
	"picture_name" text collate "C",
	"picture_tag" text collate "C",
	"language" text collate "C" DEFAULT 'en' NOT NULL,
	"reads" text collate "C",
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "digests" ADD CONSTRAINT "digests_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_logins" ADD CONSTRAINT "pending_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_patient_id_users_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "translations" ADD CONSTRAINT "translations_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_object" ON "audit" USING btree ("object_id","id");--> statement-breakpoint
CREATE INDEX "code_tries_expiry" ON "code_tries" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consents_report" ON "consents" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "digests_due" ON "digests" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "held_signups_expiry" ON "held_signups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "known_networks_seen" ON "known_networks" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "login_ceilings_hour" ON "login_ceilings" USING btree ("hour_started_at");--> statement-breakpoint
CREATE INDEX "login_tries_account" ON "login_tries" USING btree ("account_hash");--> statement-breakpoint
CREATE INDEX "login_tries_wait" ON "login_tries" USING btree ("wait_until");--> statement-breakpoint
CREATE INDEX "messages_open" ON "messages" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "messages_all" ON "messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "outbox_given_up" ON "outbox" USING btree ("expires_at") WHERE state = 'given up';--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_logins_user" ON "pending_logins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_logins_expiry" ON "pending_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "reports_patient" ON "reports" USING btree ("patient_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_pending" ON "reports" USING btree ("created_at","id") WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX "reports_pending_type" ON "reports" USING btree ("report_type","created_at","id") WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX "reports_pending_language" ON "reports" USING btree ("language","created_at","id") WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX "reports_reviewed" ON "reports" USING btree ("reviewed_at","id") WHERE status = 'Reviewed';--> statement-breakpoint
CREATE INDEX "reports_reviewed_type" ON "reports" USING btree ("report_type","reviewed_at","id") WHERE status = 'Reviewed';--> statement-breakpoint
CREATE INDEX "reports_expert" ON "reports" USING btree ("expert_id","reviewed_at","id");--> statement-breakpoint
CREATE INDEX "reports_expert_patient" ON "reports" USING btree ("patient_id","expert_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_submission" ON "reports" USING btree ("patient_id","submission_key");--> statement-breakpoint
CREATE INDEX "reports_content" ON "reports" USING btree ("patient_id","content_key");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_file" ON "reports" USING btree ("file_name");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_thumbnail" ON "reports" USING btree ("thumbnail_name");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_language" ON "translations" USING btree ("report_id","language");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_picture" ON "users" USING btree ("picture_name");--> statement-breakpoint
CREATE INDEX "users_experts" ON "users" USING btree ("approved","created_at","id") WHERE account_type = 'Expert';--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE account_type = 'Admin';