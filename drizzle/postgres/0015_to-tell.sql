CREATE TABLE "message_consents" (
	"user_id" text collate "C" NOT NULL,
	"number_hash" text collate "C" NOT NULL,
	"at" bigint NOT NULL,
	"withdrawn_at" bigint,
	CONSTRAINT "message_consents_user_id_number_hash_pk" PRIMARY KEY("user_id","number_hash")
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
ALTER TABLE "message_consents" ADD CONSTRAINT "message_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "to_tell" ADD CONSTRAINT "to_tell_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "to_tell" ADD CONSTRAINT "to_tell_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "to_tell_subject" ON "to_tell" USING btree ("report_id","kind","subject");--> statement-breakpoint
CREATE INDEX "to_tell_user" ON "to_tell" USING btree ("user_id");