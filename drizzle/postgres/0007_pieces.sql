CREATE TABLE "upload_pieces" (
	"slot_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"file_name" text collate "C" NOT NULL,
	CONSTRAINT "upload_pieces_slot_id_number_pk" PRIMARY KEY("slot_id","number")
);
--> statement-breakpoint
CREATE TABLE "upload_slots" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"name" "bytea",
	"bytes_total" bigint NOT NULL,
	"bytes_got" bigint DEFAULT 0 NOT NULL,
	"pieces" bigint DEFAULT 0 NOT NULL,
	"media_type" text collate "C",
	"report_id" text collate "C",
	"fingerprint" "bytea",
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "upload_pieces" ADD CONSTRAINT "upload_pieces_slot_id_upload_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."upload_slots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_slots" ADD CONSTRAINT "upload_slots_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "upload_pieces_file" ON "upload_pieces" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "upload_slots_account" ON "upload_slots" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "upload_slots_expiry" ON "upload_slots" USING btree ("expires_at");