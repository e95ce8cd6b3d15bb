ALTER TABLE `outbox` ADD `topic` text;--> statement-breakpoint
CREATE INDEX `outbox_topic` ON `outbox` (`topic`,`next_try_at`) WHERE topic is not null;