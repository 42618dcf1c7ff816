ALTER TABLE "provider_events" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
-- How earlier events came was not kept. They count as arrived, so that no academy is told of a fault that it may not have: the next sale tells.
UPDATE "provider_events" SET "arrived_at" = "received_at";
