-- overlap: yes
CREATE TABLE "service_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"settings" jsonb NOT NULL,
	"sealed_secrets" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"confirmed_host" text,
	"replaced_at" timestamp with time zone,
	CONSTRAINT "service_settings_kind" CHECK ("service_settings"."kind" in ('mail', 'cards'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "service_settings_in_use" ON "service_settings" USING btree ("kind") WHERE "service_settings"."replaced_at" is null;--> statement-breakpoint
-- Pages name the card provider's key, and every process uses new settings at once.
SELECT watch_catalogue_table('service_settings');
