CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` blob NOT NULL,
	`birth_year` blob,
	`sex` blob NOT NULL,
	`relation` blob NOT NULL,
	`same_key` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `people_account` ON `people` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `people_same` ON `people` (`account_id`,`same_key`);--> statement-breakpoint
ALTER TABLE `reports` ADD `person_id` text;--> statement-breakpoint
ALTER TABLE `reports` ADD `about_name` blob;--> statement-breakpoint
ALTER TABLE `reports` ADD `about_birth_year` blob;--> statement-breakpoint
ALTER TABLE `reports` ADD `about_sex` blob;--> statement-breakpoint
ALTER TABLE `reports` ADD `about_relation` blob;--> statement-breakpoint
ALTER TABLE `reports` ADD `guardian_name` blob;