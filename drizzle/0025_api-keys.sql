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
CREATE INDEX `users_patients` ON `users` (`created_at`,`id`) WHERE account_type = 'Patient';