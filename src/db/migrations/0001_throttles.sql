CREATE TABLE "throttles" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "throttles_resets" ON "throttles" USING btree ("resets_at");--> statement-breakpoint
ALTER TABLE "members" DROP COLUMN "verification_sent_at";