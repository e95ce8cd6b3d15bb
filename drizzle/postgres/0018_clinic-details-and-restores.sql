CREATE TABLE "clinic_details" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"words" text collate "C" NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"resumed_at" bigint,
	"resumed_by" text collate "C"
);
