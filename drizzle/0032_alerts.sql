CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`report_id` text NOT NULL,
	`kind` text NOT NULL,
	`since` integer NOT NULL,
	`due_at` integer NOT NULL,
	`rung` integer DEFAULT 0 NOT NULL,
	`acknowledged_by` text,
	`acknowledged_at` integer,
	`patient_told_at` integer,
	`ended_at` integer,
	`ended_why` text,
	FOREIGN KEY (`report_id`) REFERENCES `reports`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_report` ON `alerts` (`report_id`,`kind`);--> statement-breakpoint
CREATE INDEX `alerts_open` ON `alerts` (`kind`,`since`,`id`) WHERE ended_at is null;--> statement-breakpoint
CREATE TABLE `quiet_times` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`until` integer NOT NULL,
	`by` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `quiet_times_end` ON `quiet_times` (`until`);--> statement-breakpoint
CREATE TABLE `report_targets` (
	`report_type` text PRIMARY KEY NOT NULL,
	`hours` integer NOT NULL,
	`changed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `reports_urgent_open` ON `reports` (`urgent_at`,`id`) WHERE status = 'Pending' and urgent_at is not null;