CREATE TABLE `parts_turned_on` (
	`part` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
