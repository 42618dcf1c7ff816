-- overlap: yes
CREATE TABLE "bounce_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"uid_validity" text,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone,
	"failure" text,
	"failing_since" timestamp with time zone
);
