CREATE TABLE "catalogue_version" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid NOT NULL,
	CONSTRAINT "catalogue_version_one_row" CHECK ("catalogue_version"."id" = 1)
);
--> statement-breakpoint
CREATE FUNCTION catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  next uuid := gen_random_uuid();
BEGIN
  -- Once in each transaction, as its last deed: the row is locked only while it commits.
  IF current_setting('academy.catalogue_changed', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
    PERFORM set_config('academy.catalogue_changed', pg_current_xact_id()::text, true);
    INSERT INTO catalogue_version (id, version) VALUES (1, next) ON CONFLICT (id) DO UPDATE SET version = next;
    PERFORM pg_notify('catalogue', next::text);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION watch_catalogue_table(name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE CONSTRAINT TRIGGER catalogue_changed AFTER INSERT OR DELETE ON %s
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION catalogue_changed()', name);
  EXECUTE format('CREATE CONSTRAINT TRIGGER catalogue_row_changed AFTER UPDATE ON %s
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION catalogue_changed()', name);
END $$;
--> statement-breakpoint
SELECT watch_catalogue_table(name) FROM unnest('{products,product_images,courses,lectures,sub_lectures,attachments,podcasts,document_files,questions,files,site_settings}'::regclass[]) AS name;
