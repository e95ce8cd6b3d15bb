CREATE TABLE `code_tries` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`tries` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `code_tries_expiry` ON `code_tries` (`expires_at`);--> statement-breakpoint
CREATE TABLE `known_networks` (
	`user_id` text NOT NULL,
	`network_hash` text NOT NULL,
	`factor_since` integer,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `network_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_networks_seen` ON `known_networks` (`seen_at`);--> statement-breakpoint
CREATE TABLE `login_ceilings` (
	`account_hash` text PRIMARY KEY NOT NULL,
	`wrong` integer NOT NULL,
	`hour_started_at` integer NOT NULL,
	`noticed_at` integer
);
--> statement-breakpoint
CREATE INDEX `login_ceilings_hour` ON `login_ceilings` (`hour_started_at`);--> statement-breakpoint
ALTER TABLE `login_tries` ADD `account_hash` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `login_tries_account` ON `login_tries` (`account_hash`);--> statement-breakpoint
CREATE INDEX `login_tries_wait` ON `login_tries` (`wait_until`);