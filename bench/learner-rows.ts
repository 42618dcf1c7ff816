import { sql } from 'drizzle-orm'
import type { Db } from './members.ts'

export const LEARNERS = 100_000
const LECTURES = 12
const ATTEMPT_PARTS = 40

/** Adds a course with many learners: a thirteenth of them each completed 0, 1, …, 12 lectures, and some passed. */
export async function addLearners(db: Db): Promise<{ course: string; lastRow: string }> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into products (slug, kind, title, short_description, full_description, price_cents, published_at)
    values ('learned', 'course', 'Learned', 'Short', 'Full', 9900, now()) returning id`)
  const course = rows[0]?.id ?? ''
  await db.execute(sql`insert into courses (product_id, examination_title) values (${course}, 'Exam')`)
  await db.execute(sql`insert into lectures (course_id, slug, position, name, description)
    select ${course}::uuid, 'lecture-' || n, n, 'Lecture', 'About it' from generate_series(0, ${LECTURES - 1}::int) n`)
  await db.execute(sql`insert into members (username, email, first_name, last_name, password_hash, email_verified_at, created_at)
    select 'learner' || n, 'learner' || n || '@example.com', 'Nora', 'Night' || n, 'no password opens this', now(), now() - n * interval '1 day' * 1000 / ${LEARNERS}::int
    from generate_series(1, ${LEARNERS}::int) n`)
  await db.execute(sql`insert into purchases (member_id, product_id, item_name, list_price_cents, price_cents, currency, state, payment_intent_id, created_at, paid_at)
    select id, ${course}::uuid, 'Learned', 9900, 9900, 'usd', case when hashtext(email) % 50 = 0 then 'refunded' else 'paid' end::purchase_state,
      'pi_' || username, created_at, created_at from members where username ^@ 'learner' and hashtext(username) % 10 <> 1`)
  await db.execute(sql`insert into grants (member_id, product_id, reason, created_at)
    select id, ${course}::uuid, 'A class', created_at from members where username ^@ 'learner' and hashtext(username) % 10 = 1`)
  await db.execute(sql`insert into lecture_completions (member_id, lecture_id)
    select m.id, l.id from members m, lectures l
    where m.username ^@ 'learner' and l.course_id = ${course} and l.position < abs(hashtext(m.username)) % ${LECTURES + 1}::int`)
  for (let part = 0; part < ATTEMPT_PARTS; part += 1)
    await db.execute(sql`insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server)
      select id, ${course}::uuid, 5 + abs(hashtext(username)) % 6, 10, '[]', true from members
      where username ^@ 'learner' and abs(hashtext(username)) % 13 > 9 and abs(hashtext(email)) % ${ATTEMPT_PARTS}::int = ${part}`)
  await db.execute(sql`insert into certificates (id, member_id, course_id, attempt_id, printed_name, course_name)
    select replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), member_id, course_id, id, 'A Nurse', 'Learned'
    from exam_attempts where course_id = ${course} and score >= 8 and hashtext(id::text) % 3 = 0`)
  await db.execute(sql`vacuum analyze`)
  const last = await db.execute<{ id: string }>(sql`
    select id from purchases where product_id = ${course} and state = 'paid' order by paid_at limit 1 offset 20`)
  return { course, lastRow: last.rows[0]?.id ?? '' }
}
