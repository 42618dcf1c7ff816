-- overlap: yes
CREATE TYPE "public"."policy" AS ENUM('terms', 'privacy');--> statement-breakpoint
CREATE TABLE "policy_texts" (
	"policy" "policy" NOT NULL,
	"version" text NOT NULL,
	"markdown" text NOT NULL,
	"effective_on" date NOT NULL,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "policy_texts_policy_version_pk" PRIMARY KEY("policy","version")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "policy_texts_in_force" ON "policy_texts" USING btree ("policy") WHERE "policy_texts"."replaced_at" is null;
--> statement-breakpoint
SELECT watch_catalogue_table('policy_texts');
