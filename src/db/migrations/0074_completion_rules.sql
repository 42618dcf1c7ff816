-- overlap: yes
ALTER TABLE "courses" ADD COLUMN "completion_rule" text;--> statement-breakpoint
-- Whoever started an examination before keeps the rule of then: none.
ALTER TABLE "exam_papers" ADD COLUMN "completion_rule" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
-- What was completed before counts, and so does the position of a lecture that was begun.
ALTER TABLE "lecture_completions" ADD COLUMN "is_played" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD COLUMN "reached_seconds" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "playback_positions" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
UPDATE playback_positions SET reached_seconds = seconds;
