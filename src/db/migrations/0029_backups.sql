-- overlap: yes
CREATE TABLE "backups" (
	"made_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"missing" integer NOT NULL,
	"tried_at" timestamp with time zone,
	"problem" text,
	CONSTRAINT "backups_problem" CHECK ("backups"."problem" is null or "backups"."tried_at" is not null)
);
