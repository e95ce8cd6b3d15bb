CREATE TABLE `digests` (
	`expert_id` text PRIMARY KEY NOT NULL,
	`due_at` integer,
	`last_at` integer,
	FOREIGN KEY (`expert_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `digests_due` ON `digests` (`due_at`);--> statement-breakpoint
CREATE TABLE `translations` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`language` text NOT NULL,
	`review` blob NOT NULL,
	`expert_id` text NOT NULL,
	`expert_first_name` text NOT NULL,
	`expert_last_name` text NOT NULL,
	`expert_registration` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `translations_language` ON `translations` (`report_id`,`language`);--> statement-breakpoint
ALTER TABLE `reports` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `review_language` text;--> statement-breakpoint
CREATE INDEX `reports_pending_language` ON `reports` (`language`,`created_at`,`id`) WHERE status = 'Pending';--> statement-breakpoint
ALTER TABLE `users` ADD `reads` text;--> statement-breakpoint
CREATE INDEX `outbox_given_up` ON `outbox` (`expires_at`) WHERE state = 'given up';