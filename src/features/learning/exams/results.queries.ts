import { and, asc, desc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { isPass } from '#db/is-pass.ts'
import { products } from '#db/tables/catalog.ts'
import { members } from '#db/tables/members.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import { hasAddress } from '#features/foundation/products/products.public.ts'

export type ResultFilter = {
  courseId?: string | undefined
  memberId?: string | undefined
  /** `failed`: tried but never passed; `no certificate`: passed without a valid certificate. */
  only?: 'failed' | 'no certificate' | undefined
  limit: number
}

const { score, total, isCountedByServer: isCounted, createdAt } = examAttempts
const isPassed = sql<boolean>`bool_or(${isPass})`
const bestFirst = sql`order by ${score}::numeric / greatest(${total}, 1) desc, ${createdAt}`
const hasValid = sql`(${certificates.id} is not null and ${certificates.revokedAt} is null)`

/** The score of the best graded attempt; null if none was graded. */
const bestScore = sql<number | null>`(array_agg(${score} ${bestFirst}) filter (where ${isCounted}))[1]`
const bestTotal = sql<number | null>`(array_agg(${total} ${bestFirst}) filter (where ${isCounted}))[1]`

/** Selects one row with a member's result in a course's exam, also if the member never took it. */
export function selectExamResult(db: Executor, { memberId, courseId }: Record<'memberId' | 'courseId', SQLWrapper>) {
  return db
    .select({
      tries: sql<number>`count(*)::int`.as('tries'),
      isPassed: sql<boolean>`coalesce(${isPassed}, false)`.as('is_passed'),
      score: bestScore.as('score'),
      total: bestTotal.as('total'),
    })
    .from(examAttempts)
    .where(and(eq(examAttempts.memberId, memberId), eq(examAttempts.courseId, courseId)))
    .as('result')
}

/** Members' results in a course, one row each, most recent attempt first. */
export function listResults(db: Executor, { courseId, memberId, only, limit }: ResultFilter) {
  return db
    .select({
      memberId: members.id,
      username: members.username,
      email: members.email,
      firstName: members.firstName,
      lastName: members.lastName,
      isErased: sql<boolean>`${members.erasedAt} is not null`,
      course: products.slug,
      title: products.title,
      tries: sql<number>`count(*)::int`,
      isPassed,
      score: bestScore,
      total: bestTotal,
      passedAt: sql<Date | null>`min(${createdAt}) filter (where ${isPass})`.mapWith(createdAt),
      triedAt: sql<Date>`max(${createdAt})`.mapWith(createdAt),
      certificate: certificates.id,
      revokedAt: certificates.revokedAt,
      awardsHours: sql<boolean>`${certificates.contactHours} is not null`,
      licenses: certificates.licenses,
    })
    .from(examAttempts)
    .innerJoin(members, eq(members.id, examAttempts.memberId))
    .innerJoin(products, eq(products.id, examAttempts.courseId))
    .leftJoin(
      certificates,
      and(eq(certificates.memberId, examAttempts.memberId), eq(certificates.courseId, examAttempts.courseId)),
    )
    .where(
      and(
        courseId === undefined ? undefined : eq(examAttempts.courseId, courseId),
        memberId === undefined ? undefined : eq(examAttempts.memberId, memberId),
      ),
    )
    .groupBy(members.id, products.id, certificates.id)
    .having(
      only === 'failed'
        ? sql`not ${isPassed}`
        : only === 'no certificate'
          ? sql`${isPassed} and not ${hasValid}`
          : undefined,
    )
    .orderBy(desc(sql`max(${createdAt})`), asc(members.id), asc(products.id))
    .limit(limit)
}

/** Undefined if no course has this slug. */
export async function findCourse(db: Executor, slug: string): Promise<{ id: string; title: string } | undefined> {
  const [course] = await db
    .select({ id: products.id, title: products.title })
    .from(products)
    .where(and(hasAddress(slug), eq(products.kind, 'course')))
  return course
}
