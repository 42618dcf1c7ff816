-- What is a member's own is never written for one who was erased, by whatever began before. Each of these waits for an erasure that is under
-- way, and an erasure for them: it locks the member's row for update first.
CREATE FUNCTION is_erased(member uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  erased boolean;
BEGIN
  SELECT erased_at IS NOT NULL INTO erased FROM members WHERE id = member FOR KEY SHARE;
  RETURN coalesce(erased, false);
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_for_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erased(NEW.member_id) THEN
    RAISE EXCEPTION 'this member was erased' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_not_erased';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- What the log and its counts would keep is left out, and what they tell of goes on.
CREATE FUNCTION leave_out_for_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erased(NEW.member_id) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY '{sessions,account_tokens,email_changes,second_factors,recovery_codes,passkeys,passkey_challenges,billing_details,provider_customers,purchases,grants,playback_positions,lecture_completions,exam_attempts,certificates}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION refuse_for_erased()', name || '_not_erased', name);
  END LOOP;
  FOREACH name IN ARRAY '{audit_personal_values,failed_logins}'::text[] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION leave_out_for_erased()', name || '_not_erased', name);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a member who was erased stays so' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_erased_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER members_erased_kept BEFORE UPDATE ON "members" FOR EACH ROW
  WHEN (OLD.erased_at IS NOT NULL AND OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION keep_erased();
--> statement-breakpoint
-- The provider tells of the card each time that it tells of the payment.
CREATE FUNCTION forget_card_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_erased(NEW.member_id) THEN
    NEW.card_brand := NULL;
    NEW.card_last4 := NULL;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchases_card_of_erased BEFORE UPDATE ON "purchases" FOR EACH ROW
  WHEN (OLD.card_last4 IS NULL AND NEW.card_last4 IS NOT NULL) EXECUTE FUNCTION forget_card_of_erased();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  billing text[] := '{company,address,taxNumber}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'an invoice stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_stay';
  END IF;
  IF (NEW.id, NEW.kind, NEW.is_test, NEW.number, NEW.purchase_id, NEW.issued_at, NEW.issued_on, NEW.net_cents, NEW.tax_cents)
    IS DISTINCT FROM
    (OLD.id, OLD.kind, OLD.is_test, OLD.number, OLD.purchase_id, OLD.issued_at, OLD.issued_on, OLD.net_cents, OLD.tax_cents) THEN
    RAISE EXCEPTION 'an invoice keeps its number, day and amounts'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_kept';
  END IF;
  IF NEW.content IS NOT DISTINCT FROM OLD.content THEN
    RETURN NEW;
  END IF;
  -- Of a member who was erased it lies sealed in kept_records, and nowhere else.
  IF is_erased((SELECT member_id FROM purchases WHERE id = NEW.purchase_id)) THEN
    IF NEW.content IS NULL THEN
      RETURN NEW;
    END IF;
    RAISE EXCEPTION 'this member was erased' USING ERRCODE = 'check_violation', CONSTRAINT = 'members_not_erased';
  END IF;
  IF OLD.content IS NULL THEN
    RETURN NEW;
  END IF;
  -- Billing details may be added once to an invoice that has none, with one remark that says so.
  IF coalesce(
    OLD.kind = 'invoice'
    AND NEW.content - 'buyer' - 'remarks' = OLD.content - 'buyer' - 'remarks'
    AND (NEW.content -> 'buyer') - billing = (OLD.content -> 'buyer') - billing
    AND (NEW.content -> 'remarks') - (-1) = OLD.content -> 'remarks'
    AND concat(OLD.content #>> '{buyer,company}', OLD.content #>> '{buyer,address}', OLD.content #>> '{buyer,taxNumber}') = ''
    AND concat(NEW.content #>> '{buyer,company}', NEW.content #>> '{buyer,address}', NEW.content #>> '{buyer,taxNumber}') <> '',
    false
  ) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an invoice keeps what it was handed out with'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_content_kept';
END $$;
