-- The days of a list lie beside each other, with what they count: a sum is one read of its own
-- rows, and not a look-up of each.
CREATE TABLE `report_days_before` AS SELECT `list`, `day`, `slot`, `rows` FROM `report_days`;
--> statement-breakpoint
DROP TABLE `report_days`;
--> statement-breakpoint
CREATE TABLE `report_days` (
	`list` text NOT NULL,
	`day` integer NOT NULL,
	`slot` integer DEFAULT 0 NOT NULL,
	`rows` integer NOT NULL,
	PRIMARY KEY(`list`, `day`, `slot`)
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `report_days` (`list`, `day`, `slot`, `rows`) SELECT `list`, `day`, `slot`, `rows` FROM `report_days_before`;
--> statement-breakpoint
DROP TABLE `report_days_before`;
