-- overlap: yes
ALTER TABLE "playback_positions" ADD COLUMN "watched_seconds" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD COLUMN "rewinds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "playback_positions_file" ON "playback_positions" USING btree ("file_id");--> statement-breakpoint
-- What was played before is only known up to the farthest position.
UPDATE playback_positions SET watched_seconds = reached_seconds;
