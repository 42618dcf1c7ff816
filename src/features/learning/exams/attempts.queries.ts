import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { isPass } from '#db/is-pass.ts'
import { products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { examAttempts } from '#db/tables/study.ts'

export type AttemptFilter = {
  result?: 'passed' | 'failed' | undefined
  since?: Date | undefined
  until?: Date | undefined
}

const { id, createdAt, score, total, isCountedByServer } = examAttempts

/** Excludes scores that the server did not grade: they count as neither passed nor failed. */
function conditions({ result, since, until }: AttemptFilter): (SQL | undefined)[] {
  return [
    eq(isCountedByServer, true),
    result && (result === 'passed' ? isPass : sql`not (${isPass})`),
    since && gte(createdAt, since),
    until && lte(createdAt, until),
  ]
}

export function listAttempts(
  db: Executor,
  {
    after,
    sort,
    limit,
    ...filter
  }: AttemptFilter & { after?: string | undefined; sort?: Sort | undefined; limit: number },
) {
  const { order, past } = sortBy(sort)
  const behind =
    after === undefined
      ? undefined
      : sql`(${createdAt}, ${id}) ${past} ((select last.created_at from ${examAttempts} last where last.id = ${after}::uuid), ${after}::uuid)`
  return db
    .select({
      id,
      createdAt,
      score,
      total,
      isPassed: sql<boolean>`${isPass}`,
      course: products.slug,
      title: products.title,
      memberId: members.id,
      username: members.username,
      firstName: members.firstName,
      lastName: members.lastName,
      isErased: sql<boolean>`${members.erasedAt} is not null`,
    })
    .from(examAttempts)
    .innerJoin(members, eq(members.id, examAttempts.memberId))
    .innerJoin(products, eq(products.id, examAttempts.courseId))
    .where(and(...conditions(filter), behind))
    .orderBy(sql`${createdAt} ${order}, ${id} ${order}`)
    .limit(limit)
}

export async function countAttempts(
  db: Executor,
  filter: Omit<AttemptFilter, 'result'>,
): Promise<{ passed: number; failed: number }> {
  const [counted] = await db
    .select({
      passed: sql<number>`count(*) filter (where ${isPass})`.mapWith(Number),
      failed: sql<number>`count(*) filter (where not (${isPass}))`.mapWith(Number),
    })
    .from(examAttempts)
    .where(and(...conditions(filter)))
  return counted ?? { passed: 0, failed: 0 }
}
