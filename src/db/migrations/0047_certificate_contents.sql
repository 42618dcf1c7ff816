-- overlap: yes
ALTER TABLE "certificates" ADD COLUMN "examined" jsonb;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "taught" jsonb;--> statement-breakpoint
-- Passed on papers before this was kept: banks have not changed much since.
UPDATE certificates AS c
SET examined = jsonb_build_object(
  'asked', a.total,
  'bank', greatest(a.total, (SELECT count(*) FROM questions q WHERE q.course_id = c.course_id AND q.retired_at IS NULL)),
  'needed', 80,
  'paper', (
    SELECT count(*) FROM exam_papers e JOIN exam_attempts earlier ON earlier.id = e.attempt_id
    WHERE e.member_id = c.member_id AND e.course_id = c.course_id AND earlier.created_at <= a.created_at
  )
)
FROM exam_attempts a
WHERE a.id = c.attempt_id AND EXISTS (SELECT FROM exam_papers e WHERE e.attempt_id = a.id);
