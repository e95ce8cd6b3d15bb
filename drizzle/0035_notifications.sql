CREATE TABLE `channel_choices` (
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`is_on` integer NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `channel`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_hash` text NOT NULL,
	`endpoint` blob NOT NULL,
	`endpoint_hash` text NOT NULL,
	`keys` blob NOT NULL,
	`created_at` integer NOT NULL,
	`failed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint` ON `push_subscriptions` (`endpoint_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_session` ON `push_subscriptions` (`session_hash`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_user` ON `push_subscriptions` (`user_id`);--> statement-breakpoint
CREATE TABLE `text_counts` (
	`day` text NOT NULL,
	`target` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `target`)
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `channel` text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `user_id` text REFERENCES users(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE `outbox` ADD `subscription_id` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `sent_at` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `delivery` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `failure` text;--> statement-breakpoint
CREATE INDEX `outbox_queued` ON `outbox` (`channel`,`next_try_at`) WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_user` ON `outbox` (`user_id`) WHERE user_id is not null;--> statement-breakpoint
-- A session that is ended ends its push messages, whichever server ends it. One that has expired does not.
CREATE TRIGGER push_subscription_ended AFTER DELETE ON sessions
  WHEN old.expires_at > CAST(unixepoch('subsec') * 1000 AS INTEGER) BEGIN
  DELETE FROM push_subscriptions WHERE session_hash = old.token_hash;
END;
