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