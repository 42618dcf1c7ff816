-- overlap: yes
ALTER TABLE "academy_address" ADD COLUMN "academy_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "restores" ADD COLUMN "provider_restored_at" timestamp with time zone;--> statement-breakpoint
-- Backups from before this migration get the same ID each time they are restored: the first member's row is never deleted.
UPDATE "academy_address" SET "academy_id" = md5('academy:' || first.id)::uuid
  FROM (SELECT id FROM "members" ORDER BY created_at, id LIMIT 1) AS first;
