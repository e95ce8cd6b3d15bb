CREATE TABLE "helper_bonds" (
	"user_id" text collate "C" NOT NULL,
	"helper_id" text collate "C" NOT NULL,
	"number" "bytea",
	"ended_at" bigint,
	CONSTRAINT "helper_bonds_user_id_helper_id_pk" PRIMARY KEY("user_id","helper_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_device" "bytea";--> statement-breakpoint
ALTER TABLE "helper_bonds" ADD CONSTRAINT "helper_bonds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helper_bonds" ADD CONSTRAINT "helper_bonds_helper_id_users_id_fk" FOREIGN KEY ("helper_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helper_bonds_helper" ON "helper_bonds" USING btree ("helper_id");