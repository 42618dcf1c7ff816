-- overlap: yes
-- English words by their stems; with the extension unaccent, without their accents.
CREATE TEXT SEARCH CONFIGURATION public.academy (COPY = pg_catalog.english);--> statement-breakpoint
CREATE TYPE "public"."text_kind" AS ENUM('product', 'lecture', 'transcript', 'handout');--> statement-breakpoint
CREATE TABLE "passages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"text_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"kind" text_kind NOT NULL,
	"seconds" integer,
	"page" integer,
	"title" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.academy'::regconfig, title), 'A') || setweight(to_tsvector('public.academy'::regconfig, body), 'C')) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text_kind NOT NULL,
	"product_id" uuid NOT NULL,
	"lecture_id" uuid,
	"file_id" uuid,
	"title" text NOT NULL,
	"words" text GENERATED ALWAYS AS (lower(' ' || title)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_text_id_texts_id_fk" FOREIGN KEY ("text_id") REFERENCES "public"."texts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passages_text" ON "passages" USING btree ("text_id");--> statement-breakpoint
CREATE INDEX "passages_product" ON "passages" USING btree ("product_id","kind");--> statement-breakpoint
CREATE INDEX "passages_search" ON "passages" USING gin ("search");--> statement-breakpoint
CREATE INDEX "passages_of_products" ON "passages" USING gin ("search") WHERE "passages"."kind" = 'product';--> statement-breakpoint
CREATE INDEX "texts_product" ON "texts" USING btree ("product_id","kind");--> statement-breakpoint
CREATE INDEX "texts_lecture" ON "texts" USING btree ("lecture_id");--> statement-breakpoint
CREATE INDEX "texts_file" ON "texts" USING btree ("file_id");;
--> statement-breakpoint
-- Markdown as it is read, on one line; without the signs that mark what was found.
CREATE FUNCTION plain_words(markdown text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
    markdown, '^\s*[#>]+', '', 'gn'), '!?\[([^\]]*)\]\([^)]*\)', '\1', 'g'), '[*_`|~\\[:cntrl:]]+', ' ', 'g'), '\s+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE FUNCTION keep_text_of_product(product uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM texts WHERE product_id = product AND kind = 'product';
  WITH written AS (
    INSERT INTO texts (kind, product_id, title) SELECT 'product', id, title FROM products WHERE id = product RETURNING *
  )
  INSERT INTO passages (text_id, product_id, kind, title, body)
    SELECT written.id, product, 'product', written.title,
      plain_words(concat_ws(' ', short_description, full_description, array_to_string(outcomes, ' '), audience))
    FROM written JOIN products ON products.id = product LEFT JOIN courses ON courses.product_id = product;
$$;
--> statement-breakpoint
-- One that has left its course is not found any more, nor what stands in its files.
CREATE FUNCTION keep_text_of_lecture(lecture uuid) RETURNS void LANGUAGE sql AS $$
  DELETE FROM texts WHERE lecture_id = lecture AND kind = 'lecture';
  DELETE FROM texts USING lectures WHERE lecture_id = lecture AND lectures.id = lecture AND retired_at IS NOT NULL;
  WITH written AS (
    INSERT INTO texts (kind, product_id, lecture_id, title)
      SELECT 'lecture', course_id, id, name FROM lectures WHERE id = lecture AND retired_at IS NULL RETURNING *
  )
  INSERT INTO passages (text_id, product_id, kind, title, body)
    SELECT written.id, written.product_id, 'lecture', written.title, plain_words(concat_ws(' ', description,
      (SELECT string_agg(title, '. ' ORDER BY position) FROM sub_lectures WHERE lecture_id = lecture)))
    FROM written JOIN lectures ON lectures.id = lecture;
$$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_text_of_product(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_text_of_product(NEW.product_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_lecture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_text_of_lecture(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_search_of_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_text_of_lecture(lecture_id) FROM (SELECT DISTINCT lecture_id FROM changed) parts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_search AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION keep_search_of_product();--> statement-breakpoint
CREATE TRIGGER products_search_again AFTER UPDATE ON products FOR EACH ROW
  WHEN ((OLD.title, OLD.short_description, OLD.full_description) IS DISTINCT FROM (NEW.title, NEW.short_description, NEW.full_description))
  EXECUTE FUNCTION keep_search_of_product();--> statement-breakpoint
CREATE TRIGGER courses_search AFTER INSERT ON courses FOR EACH ROW EXECUTE FUNCTION keep_search_of_course();--> statement-breakpoint
CREATE TRIGGER courses_search_again AFTER UPDATE ON courses FOR EACH ROW
  WHEN ((OLD.outcomes, OLD.audience) IS DISTINCT FROM (NEW.outcomes, NEW.audience))
  EXECUTE FUNCTION keep_search_of_course();--> statement-breakpoint
CREATE TRIGGER lectures_search AFTER INSERT ON lectures FOR EACH ROW EXECUTE FUNCTION keep_search_of_lecture();--> statement-breakpoint
CREATE TRIGGER lectures_search_again AFTER UPDATE ON lectures FOR EACH ROW
  WHEN ((OLD.name, OLD.description, OLD.retired_at) IS DISTINCT FROM (NEW.name, NEW.description, NEW.retired_at))
  EXECUTE FUNCTION keep_search_of_lecture();--> statement-breakpoint
CREATE TRIGGER sub_lectures_search AFTER INSERT ON sub_lectures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();--> statement-breakpoint
CREATE TRIGGER sub_lectures_search_again AFTER DELETE ON sub_lectures REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();--> statement-breakpoint
CREATE TRIGGER sub_lectures_search_changed AFTER UPDATE ON sub_lectures REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_of_parts();--> statement-breakpoint
-- Titles with such words, or with words that are spelled like them, the nearest first: of products on offer, and of all that is in what somebody has.
CREATE FUNCTION near_titles(asked text, offered uuid[], held uuid[]) RETURNS TABLE (text_id uuid, nearness real)
LANGUAGE plpgsql STABLE SET pg_trgm.word_similarity_threshold = 0.35 AS $$
BEGIN
  RETURN QUERY
    SELECT id, CASE WHEN words LIKE '% ' || literal || '%' THEN 2 ELSE word_similarity(asked, words) END::real
    FROM texts, (SELECT replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_')) AS signs (literal)
    WHERE (words LIKE '% ' || literal || '%' OR asked ~ '[[:alnum:]]{3}' AND asked <% words)
      AND (product_id = ANY (held) AND kind <> 'transcript' OR product_id = ANY (offered) AND kind = 'product')
    ORDER BY 2 DESC, words, id LIMIT 20;
EXCEPTION WHEN undefined_function THEN
  -- Without pg_trgm only words that begin so are near.
  RETURN QUERY
    SELECT id, 2::real
    FROM texts, (SELECT replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_')) AS signs (literal)
    WHERE words LIKE '% ' || literal || '%'
      AND (product_id = ANY (held) AND kind <> 'transcript' OR product_id = ANY (offered) AND kind = 'product')
    ORDER BY words, id LIMIT 20;
END $$;
--> statement-breakpoint
-- As before, and for titles.
CREATE OR REPLACE FUNCTION make_word_indexes() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  operators text;
BEGIN
  IF to_regclass('purchases_words') IS NOT NULL AND to_regclass('members_words') IS NOT NULL AND to_regclass('texts_words') IS NOT NULL THEN
    RETURN true;
  END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT format('%I.gin_trgm_ops', nspname) INTO operators
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  EXECUTE 'CREATE INDEX IF NOT EXISTS purchases_words ON purchases USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS members_words ON members USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS texts_words ON texts USING gin (words ' || operators || ')';
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RETURN false;
END $$;
--> statement-breakpoint
-- Where the extension comes later, what was written before is read again.
CREATE FUNCTION leave_out_accents() RETURNS boolean LANGUAGE plpgsql AS $$
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
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RETURN false;
END $$;
--> statement-breakpoint
SELECT make_word_indexes();--> statement-breakpoint
SELECT leave_out_accents();--> statement-breakpoint
SELECT keep_text_of_product(id) FROM products;--> statement-breakpoint
SELECT keep_text_of_lecture(id) FROM lectures WHERE retired_at IS NULL;
