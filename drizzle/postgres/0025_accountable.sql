CREATE TABLE "breaches" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"found_at" bigint NOT NULL,
	"noted_at" bigint NOT NULL,
	"noted_by" text collate "C" NOT NULL,
	"what" "bytea" NOT NULL,
	"actor_id" text collate "C",
	"from_at" bigint,
	"to_at" bigint,
	"told_at" bigint,
	"told_how" "bytea",
	"board_told_at" bigint,
	"board_reference" "bytea",
	"closed_at" bigint,
	"closed_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "clinic_rules" (
	"rule" text collate "C" PRIMARY KEY NOT NULL,
	"from_day" text collate "C" NOT NULL,
	"set_at" bigint NOT NULL,
	"set_by" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "complaint_subjects" (
	"complaint_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	CONSTRAINT "complaint_subjects_complaint_id_user_id_pk" PRIMARY KEY("complaint_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"number" text collate "C" NOT NULL,
	"user_id" text collate "C",
	"topic" text collate "C" NOT NULL,
	"name" "bytea" NOT NULL,
	"email" "bytea",
	"phone" "bytea",
	"about" "bytea",
	"text" "bytea" NOT NULL,
	"language" text collate "C" NOT NULL,
	"created_at" bigint NOT NULL,
	"due_day" text collate "C" NOT NULL,
	"answer" "bytea",
	"answered_at" bigint,
	"answered_by" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "notices_seen" (
	"user_id" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"seen_at" bigint NOT NULL,
	CONSTRAINT "notices_seen_user_id_version_pk" PRIMARY KEY("user_id","version")
);
--> statement-breakpoint
CREATE TABLE "registration_checks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"checked_at" bigint NOT NULL,
	"checked_by" text collate "C" NOT NULL,
	"registration_number" text collate "C",
	"council" text collate "C",
	"qualification" text collate "C",
	"method" text collate "C",
	"no_number_reason" "bytea",
	"valid_until" text collate "C",
	"extended_until" text collate "C",
	"extension_reason" "bytea",
	"end_told_at" bigint
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "expert_credentials" text collate "C";--> statement-breakpoint
ALTER TABLE "review_versions" ADD COLUMN "expert_credentials" text collate "C";--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "expert_credentials" text collate "C";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "registered_until" text collate "C";--> statement-breakpoint
ALTER TABLE "complaint_subjects" ADD CONSTRAINT "complaint_subjects_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_subjects" ADD CONSTRAINT "complaint_subjects_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices_seen" ADD CONSTRAINT "notices_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_checks" ADD CONSTRAINT "registration_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "breaches_number" ON "breaches" USING btree ("number");--> statement-breakpoint
CREATE INDEX "breaches_found" ON "breaches" USING btree ("found_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_number" ON "complaints" USING btree ("number");--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("due_day","id") WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX "complaints_all" ON "complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_owner" ON "complaints" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "registration_checks_user" ON "registration_checks" USING btree ("user_id","checked_at");