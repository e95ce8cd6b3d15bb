CREATE TABLE "moves" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"role" text collate "C" NOT NULL,
	"other" text collate "C" NOT NULL,
	"started_at" bigint NOT NULL,
	"done_at" bigint
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"process" text collate "C" NOT NULL,
	"seen_at" bigint NOT NULL,
	"settings" text collate "C" NOT NULL
);
