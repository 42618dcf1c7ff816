-- overlap: yes
CREATE TABLE "lecture_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"lecture_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"what" text NOT NULL,
	"why" text NOT NULL,
	"content" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lecture_changes_kind" CHECK ("lecture_changes"."kind" in ('new', 'changed'))
);
--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "lecture_changes" ADD CONSTRAINT "lecture_changes_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lecture_changes_newest" ON "lecture_changes" USING btree ("lecture_id","told_at" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "lecture_changes_new_once" ON "lecture_changes" USING btree ("lecture_id") WHERE "lecture_changes"."kind" = 'new';