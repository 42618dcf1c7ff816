-- Jobs of earlier versions: what stood in a request for a new password is an address that somebody typed, and what a failed one left
-- behind may be a statement with all its values. The queue's tables are there where an academy has run before.
DO $$
BEGIN
  IF to_regclass('pgboss.job') IS NULL THEN
    RETURN;
  END IF;
  UPDATE pgboss.job SET data = jsonb_build_object('request', gen_random_uuid(), 'memberId',
      (SELECT id FROM members WHERE lower(email) = lower(job.data ->> 'email')))
    WHERE data ? 'email' AND 'send-password-reset' IN (name, to_jsonb(job) ->> 'source_name');
  UPDATE pgboss.job SET output = NULL WHERE output IS NOT NULL;
  -- Not in every version of the queue.
  IF EXISTS (SELECT FROM information_schema.columns WHERE table_schema = 'pgboss' AND table_name = 'job' AND column_name = 'source_output') THEN
    UPDATE pgboss.job SET source_output = NULL WHERE source_output IS NOT NULL;
  END IF;
END $$;
