-- overlap: yes
CREATE TABLE "lecture_addresses" (
	"course_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"lecture_id" uuid NOT NULL,
	CONSTRAINT "lecture_addresses_course_id_slug_pk" PRIMARY KEY("course_id","slug")
);
--> statement-breakpoint
CREATE TABLE "product_addresses" (
	"slug" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "question_versions" (
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"question" text NOT NULL,
	"options" jsonb NOT NULL,
	"option_keys" jsonb NOT NULL,
	"answer_index" integer NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_versions_question_id_version_pk" PRIMARY KEY("question_id","version")
);
--> statement-breakpoint
ALTER TABLE "lectures" ADD COLUMN "key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "key" text DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "option_keys" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lecture_addresses" ADD CONSTRAINT "lecture_addresses_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lecture_addresses" ADD CONSTRAINT "lecture_addresses_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_addresses" ADD CONSTRAINT "product_addresses_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_versions" ADD CONSTRAINT "question_versions_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lecture_addresses_lecture" ON "lecture_addresses" USING btree ("lecture_id");--> statement-breakpoint
CREATE INDEX "product_addresses_product" ON "product_addresses" USING btree ("product_id");--> statement-breakpoint
-- What is there already gets names that an export can write: lectures their addresses, questions a short one.
UPDATE lectures SET key = slug;--> statement-breakpoint
UPDATE questions SET key = 'q' || left(replace(id::text, '-', ''), 12);--> statement-breakpoint
-- The catalogue is told of these at once: no index is made on a table with news that are still to be told.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
CREATE UNIQUE INDEX "lectures_key" ON "lectures" USING btree ("course_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "questions_key" ON "questions" USING btree ("course_id","key");--> statement-breakpoint
INSERT INTO product_addresses (slug, product_id) SELECT slug, id FROM products;--> statement-breakpoint
INSERT INTO lecture_addresses (course_id, slug, lecture_id) SELECT course_id, slug, id FROM lectures;--> statement-breakpoint
INSERT INTO question_versions (question_id, version, question, options, option_keys, answer_index)
  SELECT id, version, question, options, option_keys, answer_index FROM questions;--> statement-breakpoint
SELECT watch_catalogue_table(name) FROM unnest('{product_addresses,lecture_addresses}'::regclass[]) AS name;--> statement-breakpoint
CREATE FUNCTION keep_product_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_addresses (slug, product_id) VALUES (NEW.slug, NEW.id) ON CONFLICT (slug) DO NOTHING;
  IF NEW.id <> (SELECT product_id FROM product_addresses WHERE slug = NEW.slug) THEN
    RAISE EXCEPTION 'this is an earlier address of another product'
      USING ERRCODE = 'unique_violation', CONSTRAINT = 'product_addresses_pkey';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER products_address AFTER INSERT OR UPDATE OF slug ON products FOR EACH ROW EXECUTE FUNCTION keep_product_address();--> statement-breakpoint
CREATE FUNCTION keep_lecture_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lecture_addresses (course_id, slug, lecture_id) VALUES (NEW.course_id, NEW.slug, NEW.id)
    ON CONFLICT (course_id, slug) DO UPDATE SET lecture_id = excluded.lecture_id;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Names with a tilde hold a place for a moment, while lectures change theirs; nobody ever opened one.
CREATE TRIGGER lectures_address AFTER INSERT OR UPDATE OF slug ON lectures FOR EACH ROW
  WHEN (NEW.slug NOT LIKE '~%') EXECUTE FUNCTION keep_lecture_address();--> statement-breakpoint
CREATE FUNCTION count_question_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An earlier version of the program writes options without their names.
  IF jsonb_array_length(NEW.option_keys) <> jsonb_array_length(NEW.options) THEN
    NEW.option_keys := '[]';
  END IF;
  IF (NEW.question, NEW.options, NEW.answer_index) IS DISTINCT FROM (OLD.question, OLD.options, OLD.answer_index) THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER questions_version BEFORE UPDATE ON questions FOR EACH ROW EXECUTE FUNCTION count_question_version();--> statement-breakpoint
CREATE FUNCTION keep_question_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO question_versions (question_id, version, question, options, option_keys, answer_index)
    VALUES (NEW.id, NEW.version, NEW.question, NEW.options, NEW.option_keys, NEW.answer_index)
    ON CONFLICT (question_id, version) DO UPDATE SET option_keys = excluded.option_keys;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER questions_version_kept AFTER INSERT OR UPDATE ON questions FOR EACH ROW EXECUTE FUNCTION keep_question_version();
