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
ALTER TABLE `translations` ADD `numbers_checked` integer;