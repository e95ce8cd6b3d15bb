CREATE TABLE `moves` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`other` text NOT NULL,
	`started_at` integer NOT NULL,
	`done_at` integer
);
--> statement-breakpoint
CREATE TABLE `servers` (
	`name` text PRIMARY KEY NOT NULL,
	`process` text NOT NULL,
	`seen_at` integer NOT NULL,
	`settings` text NOT NULL
);
