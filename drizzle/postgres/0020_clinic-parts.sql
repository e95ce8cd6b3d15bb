CREATE TABLE "parts_turned_on" (
	"part" text collate "C" PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
