CREATE TABLE `report_checks` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`code` blob NOT NULL,
	`report_id` text,
	`version` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_checks_version` ON `report_checks` (`report_id`,`version`);