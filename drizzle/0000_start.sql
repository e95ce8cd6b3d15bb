CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`action` text NOT NULL,
	`object_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_object` ON `audit` (`object_id`,`id`);--> statement-breakpoint
CREATE TABLE `codes` (
	`email` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`tries_left` integer NOT NULL,
	`sent_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`sent_in_hour` integer NOT NULL,
	`hour_started_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`user_id` text NOT NULL,
	`given` integer,
	`wording_version` text,
	`language` text,
	`door` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `consents_report` ON `consents` (`report_id`);--> statement-breakpoint
CREATE TABLE `held_signups` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`account_type` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`contact_number` blob NOT NULL,
	`password_hash` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `held_signups_expiry` ON `held_signups` (`expires_at`);--> statement-breakpoint
CREATE TABLE `keyring` (
	`key_id` text PRIMARY KEY NOT NULL,
	`wrapped` blob NOT NULL
);
--> statement-breakpoint
CREATE TABLE `login_tries` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`wrong` integer NOT NULL,
	`wait_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`letter` text NOT NULL,
	`recipient` blob NOT NULL,
	`facts` blob NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`next_try_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`next_try_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`patient_id` text NOT NULL,
	`submission_key` text,
	`report_type` text NOT NULL,
	`description` blob,
	`phone_number` blob NOT NULL,
	`country_code` text,
	`file_name` text NOT NULL,
	`thumbnail_name` text,
	`original_name` blob,
	`media_type` text NOT NULL,
	`resource_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`status` text DEFAULT 'Pending' NOT NULL,
	`review` blob,
	`expert_id` text,
	`expert_first_name` text,
	`expert_last_name` text,
	`reviewed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`patient_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reports_patient` ON `reports` (`patient_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_pending` ON `reports` (`created_at`,`id`) WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX `reports_pending_type` ON `reports` (`report_type`,`created_at`,`id`) WHERE status = 'Pending';--> statement-breakpoint
CREATE INDEX `reports_expert` ON `reports` (`expert_id`,`reviewed_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_expert_patient` ON `reports` (`patient_id`,`expert_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_submission` ON `reports` (`patient_id`,`submission_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_file` ON `reports` (`file_name`);--> statement-breakpoint
CREATE UNIQUE INDEX `reports_thumbnail` ON `reports` (`thumbnail_name`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`account_type` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`contact_number` blob,
	`approved` integer DEFAULT false NOT NULL,
	`approved_at` integer,
	`approved_by` text,
	`about` text,
	`gender` text,
	`date_of_birth` blob,
	`language` text DEFAULT 'en' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_experts` ON `users` (`approved`,`created_at`,`id`) WHERE account_type = 'Expert';--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`id`) WHERE account_type = 'Admin';