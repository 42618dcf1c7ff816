import { and, asc, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { products } from '#db/tables/catalogue.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { isOpeningShown } from './discussions.queries.ts'

const MOST_COUNTED = 100

/** Questions that nobody but their author has answered, without hidden ones. Written out, so that the partial index serves it. */
const waits = sql`${threads.isListed} and ${threads.answers} = 0 and ${isOpeningShown}`

/** How many questions nobody has answered; 100 stands for more, too. */
export async function countWaiting(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (select from ${threads} where ${waits} limit ${MOST_COUNTED}) as found`,
  )
  return rows[0]?.waiting ?? 0
}

type Wanted = { after: { askedAt: Date; id: string } | undefined; limit: number }

/** Of all courses, the oldest first. */
export function listWaiting(db: Executor, { after, limit }: Wanted) {
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
        waits,
        after &&
          sql`(${threads.askedAt}, ${threads.id}) > (${after.askedAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(threads.askedAt), asc(threads.id))
    .limit(limit)
}
