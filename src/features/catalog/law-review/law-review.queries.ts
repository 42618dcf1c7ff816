import { and, asc, eq, isNull, lte, gt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { lectures, products } from '#db/tables/catalog.ts'
import { lawDates } from '#db/tables/law.ts'
import type { Law } from '#features/catalog/law/law.public.ts'

export type ReviewState = 'due' | 'later' | 'undated'
export type ReviewFilter = { state: ReviewState; after: string | undefined; limit: number }

const isActive = isNull(lectures.retiredAt)

/** Counts lectures that are due for review by a given day, those that are due later, and those without a date. */
export async function countByState(db: Executor, until: string): Promise<Record<ReviewState, number>> {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  const [counts] = await db
    .select({
      due: counted(sql`${lawDates.lookAgainBy} <= ${until}`),
      later: counted(sql`${lawDates.lookAgainBy} > ${until}`),
      undated: counted(sql`${lawDates.lookAgainBy} is null`),
    })
    .from(lectures)
    .leftJoin(lawDates, eq(lawDates.lectureId, lectures.id))
    .where(isActive)
  return counts ?? { due: 0, later: 0, undated: 0 }
}

export async function countDueBy(db: Executor, until: string): Promise<number> {
  const [counted] = await db
    .select({ due: sql<number>`count(*)`.mapWith(Number) })
    .from(lawDates)
    .innerJoin(lectures, eq(lectures.id, lawDates.lectureId))
    .where(and(isActive, lte(lawDates.lookAgainBy, until)))
  return counted?.due ?? 0
}

const place = sql`coalesce(${lawDates.lookAgainBy}, 'infinity'), ${products.title}, ${lectures.position}, ${lectures.id}`

/** Lists lectures by the date of their next review. Lectures without a date are in the order of the course. */
export function listByState(db: Executor, until: string, { state, after, limit }: ReviewFilter) {
  const { lookAgainBy } = lawDates
  const isWanted = { due: lte(lookAgainBy, until), later: gt(lookAgainBy, until), undated: isNull(lookAgainBy) }[state]
  const last = sql`(select coalesce(w.look_again_by, 'infinity'), p.title, l.position, l.id from ${lectures} l
    join ${products} p on p.id = l.course_id left join ${lawDates} w on w.lecture_id = l.id where l.id = ${after ?? null}::uuid)`
  return db
    .select({
      id: lectures.id,
      key: lectures.key,
      name: lectures.name,
      courseId: products.id,
      title: products.title,
      law: { asOf: lawDates.asOf, lookAgainBy, sources: lawDates.sources },
    })
    .from(lectures)
    .innerJoin(products, eq(products.id, lectures.courseId))
    .leftJoin(lawDates, eq(lawDates.lectureId, lectures.id))
    .where(and(isActive, isWanted, after === undefined ? undefined : sql`(${place}) > ${last}`))
    .orderBy(
      asc(sql`coalesce(${lookAgainBy}, 'infinity')`),
      asc(products.title),
      asc(lectures.position),
      asc(lectures.id),
    )
    .limit(limit)
}

/** Locks a lecture with legal content until the transaction ends, and returns it with its course. */
export async function lockLaw(tx: Transaction, lectureId: string) {
  const [found] = await tx
    .select({
      name: lectures.name,
      product: products,
      law: { asOf: lawDates.asOf, lookAgainBy: lawDates.lookAgainBy, sources: lawDates.sources },
    })
    .from(lawDates)
    .innerJoin(lectures, eq(lectures.id, lawDates.lectureId))
    .innerJoin(products, eq(products.id, lectures.courseId))
    .where(and(eq(lawDates.lectureId, lectureId), isActive))
    .for('update', { of: lawDates })
  return found satisfies { law: Law } | undefined
}
