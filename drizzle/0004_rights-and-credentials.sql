CREATE TABLE `pending_logins` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`password_hash` text NOT NULL,
	`tries_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `pending_logins_user` ON `pending_logins` (`user_id`);--> statement-breakpoint
CREATE INDEX `pending_logins_expiry` ON `pending_logins` (`expires_at`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
ALTER TABLE `audit` ADD `hash` text;--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`id`);--> statement-breakpoint
ALTER TABLE `consents` ADD `wording` text;--> statement-breakpoint
ALTER TABLE `consents` ADD `withdrawn_at` integer;--> statement-breakpoint
ALTER TABLE `held_signups` ADD `registration_number` text;--> statement-breakpoint
ALTER TABLE `held_signups` ADD `council` text;--> statement-breakpoint
ALTER TABLE `held_signups` ADD `qualification` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `expert_registration` text;--> statement-breakpoint
ALTER TABLE `users` ADD `registration_number` text;--> statement-breakpoint
ALTER TABLE `users` ADD `council` text;--> statement-breakpoint
ALTER TABLE `users` ADD `qualification` text;--> statement-breakpoint
ALTER TABLE `users` ADD `suspended_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `rejected_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `standing_reason` blob;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_secret` blob;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `totp_last_step` integer;