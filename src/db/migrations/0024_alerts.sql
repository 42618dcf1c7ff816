-- overlap: yes
CREATE TABLE "alerts" (
	"name" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"about" text[] DEFAULT '{}' NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone NOT NULL
);
