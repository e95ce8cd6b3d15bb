CREATE TABLE "away" (
	"user_id" text collate "C" NOT NULL,
	"from_day" text collate "C" NOT NULL,
	"to_day" text collate "C" NOT NULL,
	CONSTRAINT "away_user_id_from_day_pk" PRIMARY KEY("user_id","from_day")
);
--> statement-breakpoint
CREATE TABLE "duty" (
	"user_id" text collate "C" NOT NULL,
	"from_at" bigint NOT NULL,
	"to_at" bigint NOT NULL,
	CONSTRAINT "duty_user_id_from_at_pk" PRIMARY KEY("user_id","from_at")
);
--> statement-breakpoint
ALTER TABLE "away" ADD CONSTRAINT "away_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty" ADD CONSTRAINT "duty_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "away_end" ON "away" USING btree ("to_day");--> statement-breakpoint
CREATE INDEX "duty_end" ON "duty" USING btree ("to_at");