-- overlap: yes
CREATE TABLE "lecture_openings" (
	"member_id" uuid NOT NULL,
	"lecture_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lecture_openings_member_id_lecture_id_pk" PRIMARY KEY("member_id","lecture_id")
);
--> statement-breakpoint
DROP INDEX "lectures_video";--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "audio_file_id" uuid;--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "recording_file_id" uuid GENERATED ALWAYS AS (coalesce(video_file_id, audio_file_id)) STORED;--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lecture_openings" ADD CONSTRAINT "lecture_openings_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecture_openings" ADD CONSTRAINT "lecture_openings_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lecture_openings_lecture" ON "lecture_openings" USING btree ("lecture_id","member_id");--> statement-breakpoint
ALTER TABLE "lectures" ADD CONSTRAINT "lectures_audio_file_id_files_id_fk" FOREIGN KEY ("audio_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lectures_recording" ON "lectures" USING btree ("recording_file_id");--> statement-breakpoint
-- As before, and the text, which only members with access find.
CREATE OR REPLACE FUNCTION keep_text_of_lecture(lecture uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM texts WHERE lecture_id = lecture AND kind = 'lecture';
  DELETE FROM texts USING lectures WHERE lecture_id = lecture AND lectures.id = lecture AND retired_at IS NOT NULL;
  WITH written AS (
    INSERT INTO texts (kind, product_id, lecture_id, title)
      SELECT 'lecture', course_id, id, name FROM lectures WHERE id = lecture AND retired_at IS NULL RETURNING *
  )
  INSERT INTO passages (text_id, product_id, kind, title, body)
    SELECT written.id, written.product_id, 'lecture', written.title, plain_words(concat_ws(' ', description,
      (SELECT string_agg(title, '. ' ORDER BY position) FROM sub_lectures WHERE lecture_id = lecture), lectures.text))
    FROM written JOIN lectures ON lectures.id = lecture;
$$;
--> statement-breakpoint
DROP TRIGGER lectures_search_again ON lectures;--> statement-breakpoint
CREATE TRIGGER lectures_search_again AFTER UPDATE ON lectures FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.text, OLD.retired_at) IS DISTINCT FROM (NEW.name, NEW.description, NEW.text, NEW.retired_at))
  EXECUTE FUNCTION keep_search_of_lecture();--> statement-breakpoint
CREATE TRIGGER lecture_openings_not_erased BEFORE INSERT ON lecture_openings FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
