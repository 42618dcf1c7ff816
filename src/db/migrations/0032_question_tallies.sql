-- overlap: yes
-- Nothing may be waiting to be told of a table that gets an index.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE TABLE "question_tallies" (
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"option" integer NOT NULL,
	"is_right" boolean NOT NULL,
	"members" integer NOT NULL,
	"rest" double precision NOT NULL,
	"rest_squares" double precision NOT NULL,
	CONSTRAINT "question_tallies_question_id_version_option_is_right_pk" PRIMARY KEY("question_id","version","option","is_right")
);
--> statement-breakpoint
ALTER TABLE "exam_attempts" ADD COLUMN "is_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "question_tallies" ADD CONSTRAINT "question_tallies_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempts_first" ON "exam_attempts" USING btree ("member_id","course_id") WHERE "exam_attempts"."is_first";--> statement-breakpoint
-- Adds an attempt to the tallies of what it answered, or takes it out of them again (sign -1). Answers of before versions were counted are left out.
CREATE FUNCTION tally_attempt(attempt exam_attempts, sign integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO question_tallies AS tally (question_id, version, option, is_right, members, rest, rest_squares)
    SELECT given.question_id, given.version, coalesce(place.option, -1), given.is_right,
      sign * count(*), sign * sum(others.share), sign * sum(others.share * others.share)
    FROM (
      SELECT (answer->>'questionId')::uuid AS question_id, (answer->>'version')::integer AS version,
        answer->>'chosen' AS chosen, (answer->>'isRight')::boolean AS is_right
      FROM jsonb_array_elements(attempt.answers) AS answer
      WHERE answer->>'questionId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND answer->>'version' ~ '^[0-9]{1,9}$'
        AND jsonb_typeof(answer->'isRight') = 'boolean'
    ) AS given
    JOIN question_versions AS asked ON asked.question_id = given.question_id AND asked.version = given.version
    LEFT JOIN LATERAL (
      SELECT (each.ordinality - 1)::integer AS option FROM jsonb_array_elements_text(asked.options) WITH ORDINALITY AS each
      WHERE each.value = given.chosen ORDER BY 1 LIMIT 1
    ) AS place ON true
    CROSS JOIN LATERAL (
      SELECT CASE WHEN attempt.total > 1 THEN (attempt.score - given.is_right::integer)::double precision / (attempt.total - 1) ELSE 0 END AS share
    ) AS others
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
  ON CONFLICT (question_id, version, option, is_right) DO UPDATE SET members = tally.members + excluded.members,
    rest = tally.rest + excluded.rest, rest_squares = tally.rest_squares + excluded.rest_squares;
END $$;--> statement-breakpoint
CREATE FUNCTION mark_first_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_first := false;
  IF NEW.is_counted_by_server THEN
    -- Two that are handed in at once: the second waits, and sees the first.
    PERFORM pg_advisory_xact_lock(hashtextextended('first attempt ' || NEW.member_id || NEW.course_id, 0));
    NEW.is_first := NOT EXISTS (
      SELECT FROM exam_attempts WHERE member_id = NEW.member_id AND course_id = NEW.course_id AND is_counted_by_server
    );
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER exam_attempts_first BEFORE INSERT ON exam_attempts FOR EACH ROW EXECUTE FUNCTION mark_first_attempt();--> statement-breakpoint
CREATE FUNCTION tally_first_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM tally_attempt(OLD, -1);
  END IF;
  PERFORM tally_attempt(NEW, 1);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER exam_attempts_tallied AFTER INSERT ON exam_attempts FOR EACH ROW WHEN (NEW.is_first) EXECUTE FUNCTION tally_first_attempt();--> statement-breakpoint
-- The answers of who is erased go, and how often each option was chosen stays: nobody is to be found in it.
CREATE TRIGGER exam_attempts_tallied_again AFTER UPDATE OF score, answers ON exam_attempts FOR EACH ROW
  WHEN (NEW.is_first AND NEW.answers <> '[]' AND OLD.answers <> '[]') EXECUTE FUNCTION tally_first_attempt();--> statement-breakpoint
UPDATE exam_attempts SET is_first = true WHERE id IN (
  SELECT DISTINCT ON (member_id, course_id) id FROM exam_attempts WHERE is_counted_by_server ORDER BY member_id, course_id, created_at, id
);--> statement-breakpoint
SELECT tally_attempt(attempt, 1) FROM exam_attempts AS attempt WHERE attempt.is_first ORDER BY attempt.created_at;
