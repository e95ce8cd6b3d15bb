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
CREATE UNIQUE INDEX "api_keys_secret" ON "api_keys" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "api_keys_made" ON "api_keys" USING btree ("made_at","id");--> statement-breakpoint
CREATE INDEX "users_patients" ON "users" USING btree ("created_at","id") WHERE account_type = 'Patient';