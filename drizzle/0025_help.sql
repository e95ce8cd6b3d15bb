ALTER TABLE `consents` ADD `mode` text;--> statement-breakpoint
ALTER TABLE `consents` ADD `witness` blob;--> statement-breakpoint
ALTER TABLE `consents` ADD `may_read` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `sent_by` text;--> statement-breakpoint
CREATE INDEX `reports_sent_by` ON `reports` (`sent_by`,`created_at`,`id`) WHERE sent_by is not null;