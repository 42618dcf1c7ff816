-- overlap: yes
CREATE TABLE "post_passages" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"title" text NOT NULL,
	"words" text GENERATED ALWAYS AS (case title when '' then '' else lower(' ' || title) end) STORED NOT NULL,
	"body" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.academy'::regconfig, title), 'A') || setweight(to_tsvector('public.academy'::regconfig, body), 'C')) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "post_passages" ADD CONSTRAINT "post_passages_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_passages" ADD CONSTRAINT "post_passages_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What stands of a post and no more, whoever wrote, hid, showed, deleted or erased it.
CREATE FUNCTION keep_search_of_posts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM post_passages USING changed WHERE post_id = changed.id;
  INSERT INTO post_passages (post_id, course_id, title, body)
    SELECT changed.id, course_id, CASE number WHEN 0 THEN title ELSE '' END, plain_words(changed.words)
    FROM changed JOIN threads ON threads.id = thread_id WHERE deleted_at IS NULL AND hidden_at IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_thread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE post_passages SET title = NEW.title FROM posts WHERE posts.id = post_id AND thread_id = NEW.id AND number = 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER posts_search AFTER INSERT ON posts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_posts();--> statement-breakpoint
CREATE TRIGGER posts_search_again AFTER UPDATE ON posts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_posts();--> statement-breakpoint
CREATE TRIGGER threads_search_again AFTER UPDATE ON threads FOR EACH ROW
  WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION keep_search_of_thread();--> statement-breakpoint
INSERT INTO post_passages (post_id, course_id, title, body)
  SELECT posts.id, course_id, CASE number WHEN 0 THEN title ELSE '' END, plain_words(posts.words)
  FROM posts JOIN threads ON threads.id = thread_id WHERE deleted_at IS NULL AND hidden_at IS NULL;
--> statement-breakpoint
CREATE INDEX "post_passages_course" ON "post_passages" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "post_passages_titles" ON "post_passages" USING btree ("course_id") WHERE "post_passages"."title" <> '';--> statement-breakpoint
CREATE INDEX "post_passages_search" ON "post_passages" USING gin ("search");--> statement-breakpoint
-- As `near_titles`, of threads in the discussions of these courses.
CREATE FUNCTION near_threads(asked text, courses uuid[]) RETURNS TABLE (post_id uuid, nearness real)
LANGUAGE plpgsql STABLE AS $$
#variable_conflict use_column
DECLARE
  beginning CONSTANT text := '% ' || replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  found_so integer;
BEGIN
  RETURN QUERY
    SELECT post_id, 2::real FROM (
      SELECT post_id, words FROM post_passages WHERE title <> '' AND words LIKE beginning AND course_id = ANY (courses) LIMIT 200) AS fitting
    ORDER BY words, post_id LIMIT 20;
  GET DIAGNOSTICS found_so = ROW_COUNT;
  IF found_so >= 8 OR asked !~ '[[:alnum:]]{3}' THEN
    RETURN;
  END IF;
  PERFORM set_config('pg_trgm.word_similarity_threshold', '0.35', true);
  RETURN QUERY
    SELECT post_id, word_similarity(asked, words) FROM (
      SELECT post_id, words FROM post_passages
        WHERE title <> '' AND asked <% words AND words NOT LIKE beginning AND course_id = ANY (courses) LIMIT 200) AS near
    ORDER BY 2 DESC, words, post_id LIMIT 20;
EXCEPTION WHEN undefined_function THEN
  -- Without pg_trgm only words that begin so are near.
  RETURN;
END $$;
--> statement-breakpoint
-- As before, and for titles of threads.
CREATE OR REPLACE FUNCTION make_word_indexes() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  operators text;
BEGIN
  IF to_regclass('purchases_words') IS NOT NULL AND to_regclass('members_words') IS NOT NULL AND to_regclass('texts_words') IS NOT NULL
    AND to_regclass('post_passages_words') IS NOT NULL THEN
    RETURN true;
  END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT format('%I.gin_trgm_ops', nspname) INTO operators
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  EXECUTE 'CREATE INDEX IF NOT EXISTS purchases_words ON purchases USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS members_words ON members USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS texts_words ON texts USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS post_passages_words ON post_passages USING gin (words ' || operators || ') WHERE title <> ''''';
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RETURN false;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION leave_out_accents() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  dictionary text;
BEGIN
  IF EXISTS (SELECT FROM pg_ts_config_map m JOIN pg_ts_dict d ON d.oid = m.mapdict WHERE m.mapcfg = 'public.academy'::regconfig AND d.dictname = 'unaccent') THEN
    RETURN true;
  END IF;
  CREATE EXTENSION IF NOT EXISTS unaccent;
  SELECT format('%I.unaccent', nspname) INTO dictionary
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'unaccent';
  EXECUTE 'ALTER TEXT SEARCH CONFIGURATION public.academy ALTER MAPPING FOR hword, hword_part, word WITH ' || dictionary || ', english_stem';
  UPDATE passages SET body = body;
  UPDATE post_passages SET body = body;
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RETURN false;
END $$;
--> statement-breakpoint
SELECT make_word_indexes();
