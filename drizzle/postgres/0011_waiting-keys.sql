CREATE TABLE "waiting_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"token_hash" text collate "C" NOT NULL,
	"key" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "waiting_keys" ADD CONSTRAINT "waiting_keys_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_keys_account" ON "waiting_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "waiting_keys_expiry" ON "waiting_keys" USING btree ("expires_at");