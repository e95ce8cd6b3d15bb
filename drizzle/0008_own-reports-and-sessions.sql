ALTER TABLE `reports` ADD `corrected_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` blob;