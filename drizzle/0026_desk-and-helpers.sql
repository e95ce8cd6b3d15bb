CREATE TABLE `helper_bonds` (
	`user_id` text NOT NULL,
	`helper_id` text NOT NULL,
	`number` blob,
	`ended_at` integer,
	PRIMARY KEY(`user_id`, `helper_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`helper_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `helper_bonds_helper` ON `helper_bonds` (`helper_id`);--> statement-breakpoint
ALTER TABLE `users` ADD `first_device` blob;