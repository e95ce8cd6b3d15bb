CREATE TABLE `message_consents` (
	`user_id` text NOT NULL,
	`number_hash` text NOT NULL,
	`at` integer NOT NULL,
	`withdrawn_at` integer,
	PRIMARY KEY(`user_id`, `number_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `to_tell` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`report_id` text NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`outcome` text NOT NULL,
	`told_by` text,
	`told_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `to_tell_subject` ON `to_tell` (`report_id`,`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `to_tell_user` ON `to_tell` (`user_id`);