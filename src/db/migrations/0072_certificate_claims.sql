-- overlap: yes
ALTER TABLE "certificates" ADD COLUMN "completed_at" timestamp with time zone;--> statement-breakpoint
-- Certificates issued before: by the lectures that the course had then, where all of them were completed by then.
UPDATE certificates SET completed_at = completed.at FROM (
	SELECT t.id, greatest(a.created_at, max(c.completed_at)) AS at
	FROM certificates t
	JOIN exam_attempts a ON a.id = t.attempt_id
	JOIN lectures l ON l.course_id = t.course_id AND l.added_at <= t.issued_at AND (l.retired_at IS NULL OR l.retired_at > t.issued_at)
	LEFT JOIN lecture_completions c ON c.lecture_id = l.id AND c.member_id = t.member_id AND c.completed_at <= t.issued_at
	GROUP BY t.id, t.taught, a.created_at
	-- A course that was imported again may not know when a lecture came.
	HAVING count(*) = count(c.completed_at) AND count(*) >= coalesce(jsonb_array_length(t.taught -> 'lectures'), 1)
) completed WHERE completed.id = certificates.id;
