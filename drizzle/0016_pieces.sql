CREATE TABLE `upload_pieces` (
	`slot_id` text NOT NULL,
	`number` integer NOT NULL,
	`bytes` integer NOT NULL,
	`file_name` text NOT NULL,
	PRIMARY KEY(`slot_id`, `number`),
	FOREIGN KEY (`slot_id`) REFERENCES `upload_slots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upload_pieces_file` ON `upload_pieces` (`file_name`);--> statement-breakpoint
CREATE TABLE `upload_slots` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` blob,
	`bytes_total` integer NOT NULL,
	`bytes_got` integer DEFAULT 0 NOT NULL,
	`pieces` integer DEFAULT 0 NOT NULL,
	`media_type` text,
	`report_id` text,
	`fingerprint` blob,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `upload_slots_account` ON `upload_slots` (`account_id`);--> statement-breakpoint
CREATE INDEX `upload_slots_expiry` ON `upload_slots` (`expires_at`);