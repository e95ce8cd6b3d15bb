CREATE TABLE `address_disputes` (
	`user_id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`asked_by` text NOT NULL,
	`asked_at` integer NOT NULL,
	`agreed_by` text,
	`agreed_at` integer,
	`stopped_at` integer,
	`objected_at` integer,
	`decided_by` text,
	`decided_at` integer,
	`decision_reason` blob,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `address_disputes_token` ON `address_disputes` (`token_hash`);--> statement-breakpoint
CREATE TABLE `drawing_checks` (
	`report_id` text PRIMARY KEY NOT NULL,
	`checked_at` integer NOT NULL,
	`incomplete_version` integer,
	`lacked_notes` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `drawing_checks_incomplete` ON `drawing_checks` (`report_id`) WHERE incomplete_version is not null;--> statement-breakpoint
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
CREATE TABLE `helper_bonds` (
	`user_id` text NOT NULL,
	`helper_id` text NOT NULL,
	`number` blob,
	`ended_at` integer,
	PRIMARY KEY(`user_id`, `helper_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`helper_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `helper_bonds_helper` ON `helper_bonds` (`helper_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `answers_in_doubt` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `doubt_decided_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `proven_number` blob;--> statement-breakpoint
ALTER TABLE `users` ADD `proven_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `number_changed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `email_added_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `first_device` blob;--> statement-breakpoint
CREATE INDEX `users_proven_key` ON `users` (`proven_key`) WHERE proven_key is not null;--> statement-breakpoint
CREATE INDEX `users_slips` ON `users` (`updated_at`,`id`) WHERE must_change_password;--> statement-breakpoint
ALTER TABLE `review_steps` ADD `specialist` blob;--> statement-breakpoint
ALTER TABLE `reports` ADD `doubt_changed_at` integer;--> statement-breakpoint
CREATE INDEX `translations_expert` ON `translations` (`expert_id`,`created_at`);