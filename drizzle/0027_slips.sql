CREATE TABLE `slips` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`birth_year` blob NOT NULL,
	`tries_left` integer NOT NULL,
	`locked_until` integer,
	`issued_at` integer NOT NULL,
	`issued_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `slips_report` ON `slips` (`report_id`);--> statement-breakpoint
CREATE INDEX `slips_expiry` ON `slips` (`expires_at`);