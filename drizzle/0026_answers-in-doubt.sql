ALTER TABLE `users` ADD `answers_in_doubt` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `doubt_decided_at` integer;--> statement-breakpoint
ALTER TABLE `reports` ADD `doubt_changed_at` integer;--> statement-breakpoint
CREATE INDEX `translations_expert` ON `translations` (`expert_id`,`created_at`);