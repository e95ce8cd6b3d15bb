CREATE TABLE `waiting_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`key` blob NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `waiting_keys_account` ON `waiting_keys` (`account_id`);--> statement-breakpoint
CREATE INDEX `waiting_keys_expiry` ON `waiting_keys` (`expires_at`);