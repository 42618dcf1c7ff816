-- overlap: yes
-- Nothing may be waiting to be told of a table that gets an index.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "lectures" ALTER COLUMN "key" SET DEFAULT 'k' || replace(gen_random_uuid()::text, '-', '');--> statement-breakpoint
ALTER TABLE "questions" ALTER COLUMN "key" SET DEFAULT 'k' || replace(gen_random_uuid()::text, '-', '');--> statement-breakpoint
CREATE INDEX "members_newest" ON "members" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "purchases_newest" ON "purchases" USING btree (coalesce("paid_at", "created_at") desc,"id" desc);--> statement-breakpoint
-- An import takes ids that begin with a letter, and an export writes these.
UPDATE lectures SET key = 'k-' || key WHERE key ~ '^[0-9]';--> statement-breakpoint
UPDATE questions SET key = 'k-' || key WHERE key ~ '^[0-9]';
