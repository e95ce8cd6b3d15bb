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
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_entry" ON "webhook_deliveries" USING btree ("webhook_id","audit_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree ("happened_at");