CREATE TABLE `idempotency_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`object_id` text NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`name` blob NOT NULL,
	`email` blob,
	`phone` blob,
	`text` blob NOT NULL,
	`language` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`closed_by` text
);
--> statement-breakpoint
CREATE INDEX `messages_open` ON `messages` (`created_at`,`id`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `messages_all` ON `messages` (`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `reports` ADD `pages` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `reports_reviewed` ON `reports` (`reviewed_at`,`id`) WHERE status = 'Reviewed';--> statement-breakpoint
CREATE INDEX `reports_reviewed_type` ON `reports` (`report_type`,`reviewed_at`,`id`) WHERE status = 'Reviewed';--> statement-breakpoint
ALTER TABLE `users` ADD `picture_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `picture_tag` text;--> statement-breakpoint
CREATE UNIQUE INDEX `users_picture` ON `users` (`picture_name`);