-- overlap: yes
CREATE TABLE "credential_issuer" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "credential_issuer_one_row" CHECK ("credential_issuer"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "credential_keys" (
	"public_key" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"list" integer NOT NULL,
	"place" integer NOT NULL,
	"certificate_id" text NOT NULL,
	"signed" text,
	"signed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "credentials_list_place_pk" PRIMARY KEY("list","place"),
	CONSTRAINT "credentials_place" CHECK ("credentials"."list" >= 1 and "credentials"."place" between 0 and 131071)
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_certificate_id_certificates_id_fk" FOREIGN KEY ("certificate_id") REFERENCES "public"."certificates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credential_keys_one_signs" ON "credential_keys" USING btree (("retired_at" is null)) WHERE "credential_keys"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "credentials_certificate" ON "credentials" USING btree ("certificate_id","signed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_one_stands" ON "credentials" USING btree ("certificate_id") WHERE "credentials"."ended_at" is null;--> statement-breakpoint
-- Whichever version revokes, renames or erases: what was signed before never says more than its certificate.
CREATE FUNCTION end_credential() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF new.printed_name <> old.printed_name THEN
    UPDATE credentials SET signed = NULL WHERE certificate_id = new.id AND signed IS NOT NULL;
  END IF;
  -- Of who was erased it stays in force: what he has taken along is true.
  IF (new.revoked_at IS NOT NULL AND old.revoked_at IS NULL) OR new.printed_name NOT IN (old.printed_name, '') THEN
    UPDATE credentials SET ended_at = now() WHERE certificate_id = new.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER certificates_end_credential AFTER UPDATE OF printed_name, revoked_at ON certificates FOR EACH ROW EXECUTE FUNCTION end_credential();
