CREATE TABLE `clinic_details` (
	`id` text PRIMARY KEY NOT NULL,
	`words` text NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `restores` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`resumed_at` integer,
	`resumed_by` text
);
