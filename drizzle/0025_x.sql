CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`made_by` text NOT NULL,
	`made_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_made` ON `api_keys` (`made_at`,`id`);--> statement-breakpoint
CREATE TABLE `share_openings` (
	`opening_id` text NOT NULL,
	`report_id` text NOT NULL,
	`share_id` text NOT NULL,
	`at` integer NOT NULL,
	`name` blob NOT NULL,
	`registration_number` blob NOT NULL,
	PRIMARY KEY(`opening_id`, `report_id`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_openings_report` ON `share_openings` (`report_id`);--> statement-breakpoint
CREATE INDEX `share_openings_share` ON `share_openings` (`share_id`);--> statement-breakpoint
CREATE TABLE `share_reports` (
	`share_id` text NOT NULL,
	`report_id` text NOT NULL,
	PRIMARY KEY(`share_id`, `report_id`),
	FOREIGN KEY (`share_id`) REFERENCES `shares`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `share_reports_report` ON `share_reports` (`report_id`);--> statement-breakpoint
CREATE TABLE `shares` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`passcode_hash` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`label` blob,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	`ended_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shares_token` ON `shares` (`token_hash`);--> statement-breakpoint
CREATE INDEX `shares_owner` ON `shares` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `report_checks` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`code` blob NOT NULL,
	`report_id` text,
	`version` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `report_checks_version` ON `report_checks` (`report_id`,`version`);--> statement-breakpoint
CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`audit_id` integer NOT NULL,
	`event` text NOT NULL,
	`object_id` text NOT NULL,
	`happened_at` integer NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` integer NOT NULL,
	`taken_until` integer,
	`last_try_at` integer,
	`last_status` integer,
	`last_error` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_deliveries_entry` ON `webhook_deliveries` (`webhook_id`,`audit_id`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_due` ON `webhook_deliveries` (`webhook_id`,`next_try_at`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `webhook_deliveries_age` ON `webhook_deliveries` (`happened_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url` blob NOT NULL,
	`secret` blob NOT NULL,
	`events` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`read_to` integer NOT NULL,
	`made_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `users_patients` ON `users` (`created_at`,`id`) WHERE account_type = 'Patient';