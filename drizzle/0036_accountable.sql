CREATE TABLE `breaches` (
	`id` text PRIMARY KEY NOT NULL,
	`number` integer NOT NULL,
	`found_at` integer NOT NULL,
	`noted_at` integer NOT NULL,
	`noted_by` text NOT NULL,
	`what` blob NOT NULL,
	`actor_id` text,
	`from_at` integer,
	`to_at` integer,
	`told_at` integer,
	`told_how` blob,
	`board_told_at` integer,
	`board_reference` blob,
	`closed_at` integer,
	`closed_by` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `breaches_number` ON `breaches` (`number`);--> statement-breakpoint
CREATE INDEX `breaches_found` ON `breaches` (`found_at`,`id`);--> statement-breakpoint
CREATE TABLE `clinic_rules` (
	`rule` text PRIMARY KEY NOT NULL,
	`from_day` text NOT NULL,
	`set_at` integer NOT NULL,
	`set_by` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `complaint_subjects` (
	`complaint_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`complaint_id`, `user_id`),
	FOREIGN KEY (`complaint_id`) REFERENCES `complaints`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `complaints` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`user_id` text,
	`topic` text NOT NULL,
	`name` blob NOT NULL,
	`email` blob,
	`phone` blob,
	`about` blob,
	`text` blob NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_day` text NOT NULL,
	`answer` blob,
	`answered_at` integer,
	`answered_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `complaints_number` ON `complaints` (`number`);--> statement-breakpoint
CREATE INDEX `complaints_open` ON `complaints` (`due_day`,`id`) WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX `complaints_all` ON `complaints` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `complaints_owner` ON `complaints` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
CREATE TABLE `notices_seen` (
	`user_id` text NOT NULL,
	`version` text NOT NULL,
	`language` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `version`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `registration_checks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`checked_at` integer NOT NULL,
	`checked_by` text NOT NULL,
	`registration_number` text,
	`council` text,
	`qualification` text,
	`method` text,
	`no_number_reason` blob,
	`valid_until` text,
	`extended_until` text,
	`extension_reason` blob,
	`end_told_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `registration_checks_user` ON `registration_checks` (`user_id`,`checked_at`);--> statement-breakpoint
ALTER TABLE `users` ADD `registered_until` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `expert_credentials` text;--> statement-breakpoint
ALTER TABLE `review_versions` ADD `expert_credentials` text;--> statement-breakpoint
ALTER TABLE `translations` ADD `expert_credentials` text;