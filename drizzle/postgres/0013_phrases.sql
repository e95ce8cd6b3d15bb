CREATE TABLE "phrases" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"expert_id" text collate "C" NOT NULL,
	"report_type" text collate "C" NOT NULL,
	"language" text collate "C" NOT NULL,
	"text" "bytea" NOT NULL,
	"position" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "translations" ADD COLUMN "numbers_checked" boolean;--> statement-breakpoint
ALTER TABLE "phrases" ADD CONSTRAINT "phrases_expert_id_users_id_fk" FOREIGN KEY ("expert_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phrases_list" ON "phrases" USING btree ("expert_id","report_type","position","id");