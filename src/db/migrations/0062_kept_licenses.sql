-- overlap: yes
ALTER TABLE "certificates" ADD COLUMN "licenses" jsonb;--> statement-breakpoint
-- What was awarded before: the licenses that stand now are those that were printed so far.
UPDATE certificates SET licenses = coalesce((
	SELECT jsonb_agg(jsonb_build_object('state', l.state, 'profession', l.profession, 'number', l.number) ORDER BY l.state, l.profession)
	FROM licenses l WHERE l.member_id = certificates.member_id), '[]')
WHERE contact_hours IS NOT NULL AND printed_name <> '';
