-- overlap: yes
ALTER TABLE "products" ADD COLUMN "sale_chosen" boolean;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "before_studio" jsonb;--> statement-breakpoint
-- What the studio saved before this was kept is held against nothing: an import that says otherwise is refused once.
UPDATE "site_settings" SET "before_studio" = '{}' WHERE EXISTS (SELECT FROM "audit_events" WHERE "kind" = 'site.saved');
