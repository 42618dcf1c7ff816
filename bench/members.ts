import { randomBytes } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { openAcademy } from '../src/academy.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'

export type Db = Awaited<ReturnType<typeof openAcademy>>['deps']['db']
export type Member = { id: string; sessionId: string; token: string }

/** Adds this many members, each with the first `coursesEach` courses in the catalog, all paid. */
export async function addMembers(db: Db, many: number, coursesEach: number): Promise<void> {
  const name = `member${randomBytes(4).toString('hex')}`
  await db.execute(sql`insert into members (username, email, password_hash, email_verified_at)
    select ${name}::text || n, ${name}::text || n || '@example.com', 'no password opens this', now() from generate_series(1, ${many}::int) n`)
  await addPurchases(db, {
    members: sql`select id from members where username ^@ ${name}`,
    products: sql`select * from products where kind = 'course' order by position, slug limit ${coursesEach}`,
  })
  // Everyone has completed the first two lectures of each course.
  await db.execute(sql`insert into lecture_completions (member_id, lecture_id)
    select m.id, l.id from members m, lectures l join products p on p.id = l.course_id
    where m.username ^@ ${name} and l.position < 2
      and exists (select from purchases where member_id = m.id and product_id = p.id) and ${many} <= 10000`)
}

/** Adds a paid purchase of each of these products for each of these members. */
export async function addPurchases(db: Db, { members, products }: { members: SQL; products: SQL }): Promise<void> {
  await db.execute(sql`insert into purchases (member_id, product_id, item_name, list_price_cents, price_cents, currency, state, paid_at, payment_intent_id)
    select m.id, p.id, p.title, p.price_cents, p.price_cents, p.currency, 'paid', now(), 'pi_' || m.id || p.id
    from (${members}) m, (${products}) p on conflict do nothing`)
}

/** Logged-in members, spread evenly over all that were added. */
export async function logIn(db: Db, many: number): Promise<Member[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from members where username ^@ 'member' order by id limit ${many}`,
  )
  const needs = { db, now: () => new Date(), config: { mode: 'test' } as const }
  const members: Member[] = []
  for (const { id } of rows) {
    const token = await startSession(needs, { memberId: id, agent: 'bench' })
    const session = await identify(needs, token)
    if (session) members.push({ id, sessionId: session.sessionId, token })
  }
  await db.execute(sql`vacuum analyze`)
  return members
}

/** A studying member's requests, for each lecture of the courses that all of these members have. */
export async function studyCalls(db: Db): Promise<Record<'list' | 'course' | 'lecture', string[]>> {
  const { rows } = await db.execute<{ course: string; lecture: string }>(
    sql`select p.slug as course, l.slug as lecture from lectures l join products p on p.id = l.course_id
      where l.retired_at is null order by p.position, p.slug, l.position limit 15`,
  )
  return {
    list: ['/Academy/api/MyAcademy/'],
    course: [...new Set(rows.map(({ course }) => `/Academy/api/take/course/${course}/`))],
    lecture: rows.map(({ course, lecture }) => `/Academy/api/course/${course}/lecture/${lecture}/`),
  }
}

export async function studyVideos(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.execute<{ id: string; name: string }>(
    sql`select f.id, f.name from lectures l join files f on f.id = l.video_file_id join products p on p.id = l.course_id
      where l.retired_at is null order by p.position, p.slug, l.position limit 15`,
  )
  return rows
}
