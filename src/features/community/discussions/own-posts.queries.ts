import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { posts, threads } from '#db/tables/discussions.ts'
import { isOwnedBy } from '#features/foundation/ownership/ownership.public.ts'
import type { Reader } from './discussions.queries.ts'

type PageRequest = { after: { writtenAt: Date; id: string } | undefined; limit: number }

/** A member's posts in any course, newest first, except deleted ones. */
export function listOwnPosts(db: Executor, { memberId, isStaff }: Reader, { after, limit }: PageRequest) {
  return db
    .select({
      id: posts.id,
      threadId: posts.threadId,
      number: posts.number,
      title: threads.title,
      words: posts.words,
      writtenAt: posts.writtenAt,
      hiddenReason: posts.hiddenReason,
      courseSlug: products.slug,
      courseTitle: products.title,
      isOpen: isStaff ? sql<boolean>`true` : isOwnedBy(memberId),
    })
    .from(posts)
    .innerJoin(threads, eq(threads.id, posts.threadId))
    .innerJoin(products, eq(products.id, threads.courseId))
    .where(
      and(
        eq(posts.memberId, memberId),
        isNull(posts.deletedAt),
        after &&
          sql`(${posts.writtenAt}, ${posts.id}) < (${after.writtenAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(posts.writtenAt), desc(posts.id))
    .limit(limit)
}
