CREATE TABLE `drawing_checks` (
	`report_id` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`incomplete_version` integer,
	`lacked_notes` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `drawing_checks_incomplete` ON `drawing_checks` (`report_id`) WHERE incomplete_version is not null;