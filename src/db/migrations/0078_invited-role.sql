-- overlap: yes
-- Invited staff get their role when they accept, so whoever never accepted becomes a learner with an invitation. The
-- version before makes staff at once, so triggers turn that into invitations while both versions serve; a later
-- migration drops them. It gives no role to those who accept in it: a new link from the list of staff does.
ALTER TABLE "members" ADD COLUMN "invited_role" "staff_role";--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_invited_role" CHECK ("members"."invited_role" is null or "members"."role" = 'learner');--> statement-breakpoint
CREATE FUNCTION invite_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'INSERT' AND NEW.password_hash = 'none was chosen') OR (TG_OP = 'UPDATE' AND NEW.email_verified_at IS NULL) THEN
    NEW.invited_role := coalesce(NEW.staff_role, 'owner');
    NEW.role := 'learner';
    NEW.staff_role := NULL;
    NEW.email_verified_at := NULL;
  ELSE
    NEW.invited_role := NULL;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER members_invited BEFORE INSERT ON "members" FOR EACH ROW
  WHEN (NEW.role = 'staff') EXECUTE FUNCTION invite_staff();--> statement-breakpoint
CREATE TRIGGER members_promoted BEFORE UPDATE OF "role" ON "members" FOR EACH ROW
  WHEN (NEW.role = 'staff' AND OLD.role = 'learner') EXECUTE FUNCTION invite_staff();--> statement-breakpoint
-- The lifetime tells invitations, which last three days, from other links for choosing a password.
CREATE FUNCTION mark_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.data := (SELECT jsonb_build_object('role', invited_role) FROM members
    WHERE id = NEW.member_id AND invited_role IS NOT NULL);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER account_tokens_invited BEFORE INSERT ON "account_tokens" FOR EACH ROW
  WHEN (NEW.purpose = 'reset_password' AND NEW.data IS NULL
    AND NEW.expires_at - NEW.created_at BETWEEN interval '2 days' AND interval '4 days')
  EXECUTE FUNCTION mark_invitation();--> statement-breakpoint
UPDATE "members" SET "invited_role" = coalesce("staff_role", 'owner'), "role" = 'learner', "staff_role" = NULL, "email_verified_at" = NULL
WHERE "role" = 'staff'
  AND NOT EXISTS (SELECT FROM sessions s WHERE s.member_id = members.id)
  AND NOT EXISTS (SELECT FROM passkeys p WHERE p.member_id = members.id)
  AND NOT EXISTS (SELECT FROM audit_events e WHERE e.member_id = members.id AND e.kind IN ('password.changed', 'login.new_place'))
  -- Earlier versions gave new staff an unknown random password.
  AND ("password_hash" = 'none was chosen'
    OR EXISTS (SELECT FROM audit_events e WHERE e.member_id = members.id AND e.kind = 'account.made_staff' AND e.before IS NULL));--> statement-breakpoint
UPDATE "account_tokens" t SET "data" = jsonb_build_object('role', m.invited_role) FROM "members" m
WHERE m.id = t.member_id AND m.invited_role IS NOT NULL AND t.purpose = 'reset_password' AND t.used_at IS NULL
  AND t.expires_at - t.created_at BETWEEN interval '2 days' AND interval '4 days';
