CREATE TABLE `report_readings` (
	`expert_id` text NOT NULL,
	`report_id` text NOT NULL,
	`corrected_at` integer,
	`answers` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`expert_id`, `report_id`),
	FOREIGN KEY (`expert_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `report_readings_age` ON `report_readings` (`read_at`);--> statement-breakpoint
CREATE INDEX `report_readings_report` ON `report_readings` (`report_id`);--> statement-breakpoint
ALTER TABLE `review_steps` ADD `specialist` blob;