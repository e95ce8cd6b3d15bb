CREATE TABLE `review_drafts` (
	`expert_id` text NOT NULL,
	`report_id` text NOT NULL,
	`text` blob NOT NULL,
	`language` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`expert_id`, `report_id`),
	FOREIGN KEY (`expert_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_drafts_age` ON `review_drafts` (`updated_at`);--> statement-breakpoint
CREATE INDEX `review_drafts_report` ON `review_drafts` (`report_id`);--> statement-breakpoint
ALTER TABLE `reports` ADD `hidden_until` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `notice_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_until` integer;--> statement-breakpoint
CREATE INDEX `reports_claimed` ON `reports` (`claimed_by`) WHERE claimed_by is not null;