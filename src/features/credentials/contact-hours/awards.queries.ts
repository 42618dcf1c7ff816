import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { licenses } from '#db/tables/licenses.ts'
import type { LicenseSnapshot } from '#shared/contact-hours.ts'
import { certificates, evaluations, examAttempts } from '#db/tables/study.ts'

export type AwardFilter = { memberId?: string; slug?: string; since?: Date; until?: Date }
/** Selects the page after the certificate with this ID; without an ID, the first page. */
type AwardPage = { after: string | undefined; limit: number }

/** The stored licenses; for a certificate issued by an earlier version, the holder's current ones. */
const storedLicenses = sql<LicenseSnapshot[]>`coalesce(${certificates.licenses}, (
  select jsonb_agg(jsonb_build_object('state', ${licenses.state}, 'profession', ${licenses.profession}, 'number', ${licenses.number})
    order by ${licenses.state}, ${licenses.profession})
  from ${licenses} where ${licenses.memberId} = ${certificates.memberId}), '[]')`

/** Certificates from before lectures were required are dated by the exam. */
const completionTime = sql<Date>`coalesce(${certificates.completedAt}, ${examAttempts.createdAt})`.mapWith(
  examAttempts.createdAt,
)

/** Completions whose certificates award contact hours and are still valid, earliest first, in one query. */
export function listAwards(db: Executor, { memberId, slug, since, until }: AwardFilter, part?: AwardPage) {
  const found = db
    .select({
      certificate: certificates.id,
      name: certificates.printedName,
      slug: products.slug,
      course: certificates.courseName,
      completedAt: completionTime,
      contactHours: certificates.contactHours,
      attestedAt: evaluations.attestedAt,
      licenses: storedLicenses,
    })
    .from(certificates)
    .leftJoin(examAttempts, eq(examAttempts.id, certificates.attemptId))
    .innerJoin(products, eq(products.id, certificates.courseId))
    .leftJoin(
      evaluations,
      and(eq(evaluations.memberId, certificates.memberId), eq(evaluations.courseId, certificates.courseId)),
    )
    .where(
      and(
        isNotNull(certificates.contactHours),
        isNull(certificates.revokedAt),
        sql`${certificates.printedName} <> ''`,
        memberId === undefined ? undefined : eq(certificates.memberId, memberId),
        slug === undefined ? undefined : eq(products.slug, slug),
        since && gte(completionTime, since),
        until && lte(completionTime, until),
        part?.after === undefined
          ? undefined
          : sql`(${completionTime}, ${certificates.id}) > (
              select coalesce(c.completed_at, a.created_at), c.id from ${certificates} c left join ${examAttempts} a on a.id = c.attempt_id where c.id = ${part.after})`,
      ),
    )
    .orderBy(asc(completionTime), asc(certificates.id))
    .$dynamic()
  return part ? found.limit(part.limit) : found
}
