-- overlap: yes
ALTER TABLE "members" ADD COLUMN "invited_by" uuid[];--> statement-breakpoint
UPDATE "members" m SET "invited_by" = ARRAY(
  SELECT t.asked_by FROM account_tokens t WHERE t.member_id = m.id AND t.purpose = 'reset_password' AND t.asked_by IS NOT NULL
  UNION
  SELECT e.actor_member_id FROM audit_events e WHERE e.member_id = m.id AND e.actor_member_id IS NOT NULL
    AND e.kind IN ('account.made_staff', 'account.invited_again', 'account.role_changed'))
WHERE "invited_role" IS NOT NULL;--> statement-breakpoint
-- For invitations by the version before while both serve; a later migration drops it.
CREATE FUNCTION record_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE members SET invited_by = array_append(invited_by, NEW.asked_by)
    WHERE id = NEW.member_id AND invited_role IS NOT NULL AND NOT (NEW.asked_by = ANY (coalesce(invited_by, '{}')));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER account_tokens_inviter AFTER INSERT ON "account_tokens" FOR EACH ROW
  WHEN (NEW.purpose = 'reset_password' AND NEW.asked_by IS NOT NULL AND NEW.data ? 'role')
  EXECUTE FUNCTION record_inviter();
