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
ALTER TABLE `review_drafts` ADD `next_step` blob;