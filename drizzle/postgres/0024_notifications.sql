CREATE TABLE "channel_choices" (
	"user_id" text collate "C" NOT NULL,
	"channel" text collate "C" NOT NULL,
	"is_on" boolean NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "channel_choices_user_id_channel_pk" PRIMARY KEY("user_id","channel")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"session_hash" text collate "C" NOT NULL,
	"endpoint" "bytea" NOT NULL,
	"endpoint_hash" text collate "C" NOT NULL,
	"keys" "bytea" NOT NULL,
	"created_at" bigint NOT NULL,
	"failed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "text_counts" (
	"day" text collate "C" NOT NULL,
	"target" text collate "C" NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "text_counts_day_target_pk" PRIMARY KEY("day","target")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text collate "C" DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "user_id" text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "subscription_id" text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "sent_at" bigint;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "delivery" text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failure" text collate "C";--> statement-breakpoint
ALTER TABLE "channel_choices" ADD CONSTRAINT "channel_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_queued" ON "outbox" USING btree ("channel","next_try_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
-- A session that is ended ends its push messages, whichever server ends it. One that has expired does not.
CREATE FUNCTION end_push_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = old.token_hash;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER push_subscription_ended AFTER DELETE ON sessions
  FOR EACH ROW WHEN (old.expires_at > extract(epoch from clock_timestamp()) * 1000)
  EXECUTE FUNCTION end_push_subscription();
