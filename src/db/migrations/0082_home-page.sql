-- overlap: yes
ALTER TYPE "public"."site_place" ADD VALUE 'hero';--> statement-breakpoint
ALTER TYPE "public"."site_place" ADD VALUE 'favicon';--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "is_home_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An academy that exists already keeps its home page; a new one has no row in any of these tables.
INSERT INTO "site_settings" ("id", "settings", "is_home_confirmed")
SELECT 1, '{}', true
WHERE EXISTS (SELECT 1 FROM "members") OR EXISTS (SELECT 1 FROM "products") OR EXISTS (SELECT 1 FROM "site_settings")
ON CONFLICT ("id") DO UPDATE SET "is_home_confirmed" = true;
