import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { lockThread, recountThread } from './posting.queries.ts'

/** A post in any course, for moderation; undefined if there is none. */
export async function findPostInAnyCourse(db: Executor, id: string) {
  const [found] = await db
    .select({
      id: posts.id,
      threadId: posts.threadId,
      number: posts.number,
      acceptedAt: posts.acceptedAt,
      memberId: posts.memberId,
      deletedAt: posts.deletedAt,
      hiddenAt: posts.hiddenAt,
      courseId: products.id,
      courseSlug: products.slug,
      courseTitle: products.title,
    })
    .from(posts)
    .innerJoin(threads, eq(threads.id, posts.threadId))
    .innerJoin(products, eq(products.id, threads.courseId))
    .where(eq(posts.id, id))
  return found
}

type PostKey = { id: string; threadId: string }

/**
 * False if it is already hidden or deleted. If an accepted answer is shown again, it becomes the accepted answer again,
 * unless there is another one by then.
 */
export async function hidePost(
  tx: Transaction,
  { id, threadId }: PostKey,
  hidden: { hiddenAt: Date; hiddenBy: string | null; hiddenReason: string },
): Promise<boolean> {
  await lockThread(tx, threadId)
  const done = await tx
    .update(posts)
    .set(hidden)
    .where(and(eq(posts.id, id), isNull(posts.hiddenAt), isNull(posts.deletedAt)))
    .returning({ id: posts.id })
  if (done.length > 0) await recountThread(tx, threadId)
  return done.length > 0
}

/** False if it is not hidden, or if its author has deleted it, so that there is nothing to show. */
export async function unhidePost(tx: Transaction, { id, threadId }: PostKey): Promise<boolean> {
  await lockThread(tx, threadId)
  const done = await tx
    .update(posts)
    .set({ hiddenAt: null, hiddenBy: null, hiddenReason: null })
    .where(and(eq(posts.id, id), isNotNull(posts.hiddenAt), isNull(posts.deletedAt)))
    .returning({ id: posts.id })
  if (done.length > 0) await recountThread(tx, threadId)
  return done.length > 0
}
