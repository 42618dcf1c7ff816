-- overlap: yes
-- Nothing may be waiting to be told of a table that gets a column or an index.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
DROP INDEX "members_newest";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "words" text GENERATED ALWAYS AS (lower(' ' || first_name || ' ' || last_name || ' ' || username || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "fee_cents" integer;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE purchases SET words = lower(concat_ws(' ', '', item_name, slug, first_name, last_name, username, email))
  FROM members, products WHERE members.id = member_id AND products.id = product_id;
--> statement-breakpoint
CREATE INDEX "mails_not_sent" ON "mails" USING btree ("tried_at" desc,"id" desc) WHERE "mails"."result" <> 'sent';--> statement-breakpoint
CREATE INDEX "purchases_product_newest" ON "purchases" USING btree ("product_id",coalesce("paid_at", "created_at") desc,"id" desc);--> statement-breakpoint
CREATE INDEX "purchases_state_newest" ON "purchases" USING btree ("state",coalesce("paid_at", "created_at") desc,"id" desc);--> statement-breakpoint
CREATE INDEX "purchases_test_newest" ON "purchases" USING btree (coalesce("paid_at", "created_at") desc,"id" desc) WHERE "purchases"."is_live" = false;--> statement-breakpoint
CREATE INDEX "purchases_number" ON "purchases" USING btree ("order_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "purchases_mode_unknown" ON "purchases" USING btree ("id") WHERE "purchases"."is_live" is null;--> statement-breakpoint
CREATE INDEX "certificates_number" ON "certificates" USING btree ("id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "exam_attempts_newest" ON "exam_attempts" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "members_newest" ON "members" USING btree ("created_at" desc,"id" desc);;
--> statement-breakpoint
CREATE FUNCTION keep_words_of_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT lower(concat_ws(' ', '', NEW.item_name, slug, first_name, last_name, username, email)) INTO NEW.words
    FROM members, products WHERE members.id = NEW.member_id AND products.id = NEW.product_id;
  NEW.words := coalesce(NEW.words, '');
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Called after those that refuse: triggers go by their names.
CREATE TRIGGER purchases_words BEFORE INSERT OR UPDATE OF item_name ON "purchases" FOR EACH ROW EXECUTE FUNCTION keep_words_of_purchase();
--> statement-breakpoint
CREATE FUNCTION keep_words_of_buyer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchases SET words = lower(concat_ws(' ', '', item_name, slug, NEW.first_name, NEW.last_name, NEW.username, NEW.email))
    FROM products WHERE products.id = product_id AND member_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER members_words AFTER UPDATE ON "members" FOR EACH ROW
  WHEN ((OLD.first_name, OLD.last_name, OLD.username, OLD.email) IS DISTINCT FROM (NEW.first_name, NEW.last_name, NEW.username, NEW.email))
  EXECUTE FUNCTION keep_words_of_buyer();
--> statement-breakpoint
-- Words inside of others are found by an extension of PostgreSQL that not every role may make. Without it they are found more slowly, and each
-- start tries again.
CREATE FUNCTION make_word_indexes() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  operators text;
BEGIN
  IF to_regclass('purchases_words') IS NOT NULL AND to_regclass('members_words') IS NOT NULL THEN
    RETURN true;
  END IF;
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  SELECT format('%I.gin_trgm_ops', nspname) INTO operators
    FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
  EXECUTE 'CREATE INDEX IF NOT EXISTS purchases_words ON purchases USING gin (words ' || operators || ')';
  EXECUTE 'CREATE INDEX IF NOT EXISTS members_words ON members USING gin (words ' || operators || ')';
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RETURN false;
END $$;
--> statement-breakpoint
SELECT make_word_indexes();
