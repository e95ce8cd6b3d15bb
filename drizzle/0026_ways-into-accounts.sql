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
ALTER TABLE `users` ADD `proven_number` blob;--> statement-breakpoint
ALTER TABLE `users` ADD `proven_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `number_changed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `email_added_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;--> statement-breakpoint
CREATE INDEX `users_proven_key` ON `users` (`proven_key`) WHERE proven_key is not null;--> statement-breakpoint
CREATE INDEX `users_slips` ON `users` (`updated_at`,`id`) WHERE must_change_password;