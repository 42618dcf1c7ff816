-- overlap: yes
ALTER TABLE "courses" ADD COLUMN "outcomes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "audience" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "common_questions" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "teacher" jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "teacher_portrait_file_id" uuid;--> statement-breakpoint
ALTER TABLE "document_files" ADD COLUMN "preview_file_id" uuid;--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "pages" integer;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "words" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_teacher_portrait_file_id_files_id_fk" FOREIGN KEY ("teacher_portrait_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_files" ADD CONSTRAINT "document_files_preview_file_id_files_id_fk" FOREIGN KEY ("preview_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
SELECT watch_catalogue_table('product_versions');