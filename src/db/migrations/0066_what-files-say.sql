-- overlap: yes
ALTER TABLE "files" ADD COLUMN "transcript" jsonb;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "reader_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "texts" ADD COLUMN "reader_version" integer DEFAULT 0 NOT NULL;