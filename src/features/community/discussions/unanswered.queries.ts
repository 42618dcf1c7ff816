import { and, asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { isQuestionVisible } from './discussions.queries.ts'

const MAX_COUNTED = 100

/** Visible questions that only their author has replied to. Written as constants to match the partial index. */
const isUnanswered = sql`${threads.isListed} and ${threads.answers} = 0 and ${isQuestionVisible}`

/** Counts unanswered questions, up to 100. */
export async function countUnansweredThreads(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (select from ${threads} where ${isUnanswered} limit ${MAX_COUNTED}) as found`,
  )
  return rows[0]?.waiting ?? 0
}

type PageRequest = { after: { askedAt: Date; id: string } | undefined; limit: number }

/** Unanswered questions from all courses, oldest first. */
export function listUnansweredRows(db: Executor, { after, limit }: PageRequest) {
  return db
    .select({
      id: threads.id,
      title: threads.title,
      askedAt: threads.askedAt,
      courseSlug: products.slug,
      courseTitle: products.title,
      hiddenAt: posts.hiddenAt,
    })
    .from(threads)
    .innerJoin(products, eq(products.id, threads.courseId))
    .innerJoin(posts, and(eq(posts.threadId, threads.id), eq(posts.number, 0)))
    .where(
      and(
        isUnanswered,
        after &&
          sql`(${threads.askedAt}, ${threads.id}) > (${after.askedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(threads.askedAt), asc(threads.id))
    .limit(limit)
}
