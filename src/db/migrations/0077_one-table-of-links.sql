-- overlap: yes
-- Every emailed link becomes a row of account_tokens. The version before keeps its links in email_changes and
-- session_links, so triggers copy each change both ways while both versions serve: a link that one of them makes
-- works in the other, and one that either uses, cancels, or revokes is dead in both. Only this differs: a password
-- change in the version before also ends the links of login alerts. A later migration drops the two tables, the
-- triggers, and their functions.
-- A new type of the same name, since values added to a type can't be used in the same transaction.
ALTER TYPE "public"."account_token_purpose" RENAME TO "account_token_purpose_before";--> statement-breakpoint
CREATE TYPE "public"."account_token_purpose" AS ENUM('verify_email', 'reset_password', 'change_email', 'end_session', 'second_factor');--> statement-breakpoint
ALTER TABLE "account_tokens" ALTER COLUMN "purpose" SET DATA TYPE "account_token_purpose" USING "purpose"::text::"account_token_purpose";--> statement-breakpoint
DROP TYPE "public"."account_token_purpose_before";--> statement-breakpoint
ALTER TABLE "account_tokens" ADD COLUMN "data" jsonb;--> statement-breakpoint
-- A member has one pending change of the email at most, so any write ends the one before.
CREATE FUNCTION copy_email_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE account_tokens SET used_at = now(), data = NULL
    WHERE member_id = coalesce(NEW.member_id, OLD.member_id) AND purpose = 'change_email' AND used_at IS NULL;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO account_tokens (token_hash, member_id, purpose, created_at, expires_at, asked_by, data)
      VALUES (NEW.token_hash, NEW.member_id, 'change_email', NEW.created_at, NEW.expires_at, NEW.asked_by,
        jsonb_build_object('newEmail', NEW.new_email))
      ON CONFLICT (token_hash) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION copy_session_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE account_tokens SET used_at = now(), data = NULL WHERE token_hash = OLD.token_hash AND used_at IS NULL;
  ELSE
    INSERT INTO account_tokens (token_hash, member_id, purpose, expires_at, data)
      VALUES (NEW.token_hash, NEW.member_id, 'end_session', NEW.expires_at,
        jsonb_build_object('network', NEW.network, 'agent', NEW.agent))
      ON CONFLICT (token_hash) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION copy_account_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM email_changes WHERE token_hash = OLD.token_hash;
    DELETE FROM session_links WHERE token_hash = OLD.token_hash;
  END IF;
  IF TG_OP = 'DELETE' OR NEW.used_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF NEW.purpose = 'change_email' THEN
    INSERT INTO email_changes (member_id, token_hash, new_email, asked_by, created_at, expires_at)
      VALUES (NEW.member_id, NEW.token_hash, NEW.data ->> 'newEmail', NEW.asked_by, NEW.created_at, NEW.expires_at)
      ON CONFLICT (member_id) DO UPDATE SET token_hash = excluded.token_hash, new_email = excluded.new_email,
        asked_by = excluded.asked_by, created_at = excluded.created_at, expires_at = excluded.expires_at;
  ELSIF NEW.purpose = 'end_session' THEN
    -- The version before reads the session only where the member is missing.
    INSERT INTO session_links (token_hash, session_id, member_id, network, agent, expires_at)
      VALUES (NEW.token_hash, gen_random_uuid(), NEW.member_id, NEW.data ->> 'network', NEW.data ->> 'agent', NEW.expires_at);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- These lock the tables against writes before their rows are copied. Copies are not copied back.
CREATE TRIGGER email_changes_copied AFTER INSERT OR UPDATE OR DELETE ON "email_changes" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_email_change();--> statement-breakpoint
CREATE TRIGGER session_links_copied AFTER INSERT OR DELETE ON "session_links" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_session_link();--> statement-breakpoint
INSERT INTO account_tokens (token_hash, member_id, purpose, created_at, expires_at, asked_by, data)
SELECT token_hash, member_id, 'change_email', created_at, expires_at, asked_by, jsonb_build_object('newEmail', new_email)
FROM email_changes;--> statement-breakpoint
INSERT INTO account_tokens (token_hash, member_id, purpose, expires_at, data)
SELECT l.token_hash, coalesce(l.member_id, s.member_id), 'end_session', l.expires_at, CASE WHEN l.member_id IS NULL
	THEN jsonb_build_object('network', s.network, 'agent', s.agent) ELSE jsonb_build_object('network', l.network, 'agent', l.agent) END
FROM session_links l LEFT JOIN sessions s ON s.id = l.session_id
WHERE coalesce(l.member_id, s.member_id) IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER account_tokens_copied AFTER INSERT OR UPDATE OR DELETE ON "account_tokens" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION copy_account_token();
