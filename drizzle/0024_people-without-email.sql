CREATE TABLE `passkey_challenges` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_user` ON `passkey_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `passkey_challenges_expiry` ON `passkey_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text,
	`name` blob,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `checked_sentences` (
	`language` text NOT NULL,
	`wording_hash` text NOT NULL,
	`by` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`language`, `wording_hash`)
);
--> statement-breakpoint
CREATE TABLE `follow_ups` (
	`report_id` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`told_at` integer,
	`reached_at` integer,
	`whom` blob,
	`ended_at` integer,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `follow_ups_open` ON `follow_ups` (`due_at`) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX `follow_ups_reached` ON `follow_ups` (`reached_at`) WHERE reached_at is not null;--> statement-breakpoint
CREATE TABLE `review_steps` (
	`report_id` text NOT NULL,
	`version` integer NOT NULL,
	`step` blob NOT NULL,
	`within_days` blob,
	`speciality` blob,
	`chosen_at` integer NOT NULL,
	PRIMARY KEY(`report_id`, `version`),
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `phrases` (
	`id` text PRIMARY KEY NOT NULL,
	`expert_id` text NOT NULL,
	`report_type` text NOT NULL,
	`language` text NOT NULL,
	`text` blob NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`expert_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `phrases_list` ON `phrases` (`expert_id`,`report_type`,`position`,`id`);--> statement-breakpoint
CREATE TABLE `slips` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`birth_year` blob NOT NULL,
	`tries_left` integer NOT NULL,
	`locked_until` integer,
	`issued_at` integer NOT NULL,
	`issued_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `slips_report` ON `slips` (`report_id`);--> statement-breakpoint
CREATE INDEX `slips_expiry` ON `slips` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `to_tell_user` ON `to_tell` (`user_id`);--> statement-breakpoint
ALTER TABLE `consents` ADD `mode` text;--> statement-breakpoint
ALTER TABLE `consents` ADD `witness` blob;--> statement-breakpoint
ALTER TABLE `consents` ADD `may_read` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `claimed_after` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `sent_by` text;--> statement-breakpoint
CREATE INDEX `reports_sent_by` ON `reports` (`sent_by`,`created_at`,`id`) WHERE sent_by is not null;--> statement-breakpoint
ALTER TABLE `review_drafts` ADD `next_step` blob;--> statement-breakpoint
ALTER TABLE `sessions` ADD `with_passkey` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `translations` ADD `numbers_checked` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `login_name` text;--> statement-breakpoint
ALTER TABLE `users` ADD `birth_year` blob;--> statement-breakpoint
ALTER TABLE `users` ADD `desk_key` text;--> statement-breakpoint
ALTER TABLE `users` ADD `opened_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `helper_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `helper_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `front_desk_since` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `front_desk_by` text;--> statement-breakpoint
ALTER TABLE `users` ADD `must_change_password` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `users_login_name` ON `users` (`login_name`);--> statement-breakpoint
CREATE INDEX `users_desk_key` ON `users` (`desk_key`) WHERE desk_key is not null;--> statement-breakpoint
CREATE INDEX `users_opened_by` ON `users` (`opened_by`,`created_at`,`id`) WHERE opened_by is not null;--> statement-breakpoint
CREATE INDEX `users_helpers` ON `users` (`id`) WHERE helper_since is not null or front_desk_since is not null;