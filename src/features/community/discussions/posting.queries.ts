import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '#db/open-database.ts'
import { posts, threadFollows, threads, threadVotes } from '#db/tables/discussions.ts'

/** False if a thread with this ID already exists. */
export async function insertThread(
  tx: Transaction,
  thread: typeof threads.$inferInsert,
  opening: typeof posts.$inferInsert,
): Promise<boolean> {
  const inserted = await tx.insert(threads).values(thread).onConflictDoNothing().returning({ id: threads.id })
  if (inserted.length === 0) return false
  await tx.insert(posts).values(opening)
  return true
}

/** Serializes writes to the thread. */
export async function lockThread(tx: Transaction, id: string) {
  const [thread] = await tx
    .select({ isLocked: threads.isLocked, memberId: threads.memberId, lastNumber: threads.lastNumber })
    .from(threads)
    .where(eq(threads.id, id))
    .for('update')
  return thread
}

/** The thread must be locked. False if a post with this ID already exists. */
export async function insertReply(
  tx: Transaction,
  reply: typeof posts.$inferInsert,
  { isAnswer }: { isAnswer: boolean },
): Promise<boolean> {
  const inserted = await tx
    .insert(posts)
    .values(reply)
    .onConflictDoNothing({ target: posts.id })
    .returning({ id: posts.id })
  if (inserted.length === 0) return false
  await tx
    .update(threads)
    .set({
      lastNumber: reply.number,
      replies: sql`${threads.replies} + 1`,
      answers: sql`${threads.answers} + ${isAnswer ? 1 : 0}`,
      activeAt: reply.writtenAt,
      isListed: true,
    })
    .where(eq(threads.id, reply.threadId))
  return true
}

type PostChange = { words: string; html: string; renderer: number; editedAt: Date; phiConfirmedAt: Date | null }

/** False if it is deleted, hidden, or someone else's. */
export async function changePost(
  tx: Transaction,
  { id, memberId }: { id: string; memberId: string },
  { phiConfirmedAt, ...changed }: PostChange,
): Promise<boolean> {
  const found = await tx
    .update(posts)
    .set({ ...changed, ...(phiConfirmedAt && { phiConfirmedAt }) })
    .where(and(eq(posts.id, id), eq(posts.memberId, memberId), isNull(posts.deletedAt), isNull(posts.hiddenAt)))
    .returning({ id: posts.id })
  return found.length > 0
}

export async function changeTitle(tx: Transaction, id: string, title: string): Promise<void> {
  await tx.update(threads).set({ title }).where(eq(threads.id, id))
}

/** Leaves a placeholder. Does nothing if the post is already deleted. */
export async function clearPost(
  tx: Transaction,
  { id, memberId, deletedAt }: { id: string; memberId: string; deletedAt: Date },
): Promise<void> {
  await tx
    .update(posts)
    .set({ words: '', html: '', acceptedAt: null, deletedAt })
    .where(and(eq(posts.id, id), eq(posts.memberId, memberId), isNull(posts.deletedAt)))
}

export function listOutdatedPosts(db: Executor, renderer: number, limit: number) {
  return db
    .select({ id: posts.id, words: posts.words })
    .from(posts)
    .where(and(ne(posts.renderer, renderer), isNull(posts.deletedAt)))
    .limit(limit)
}

/** Does nothing if the text has changed since it was rendered. */
export async function saveHtml(
  db: Executor,
  { id, words }: { id: string; words: string },
  rendered: { html: string; renderer: number },
): Promise<void> {
  await db
    .update(posts)
    .set(rendered)
    .where(and(eq(posts.id, id), eq(posts.words, words), isNull(posts.deletedAt)))
}

/** Updates the counts of these threads after posts were deleted, hidden, or shown again. `ids` is a select. */
export async function recountThreads(tx: Transaction, ids: SQL): Promise<void> {
  await tx.execute(sql`
    update ${threads} t set replies = stands.replies, answers = stands.answers, is_listed = stands.opening or stands.replies > 0
    from (
      select q.id, count(*) filter (where p.number > 0 and p.deleted_at is null and p.hidden_at is null)::int as replies,
        count(*) filter (where p.number > 0 and p.deleted_at is null and p.hidden_at is null and p.member_id <> q.member_id)::int as answers,
        bool_or(p.number = 0 and p.deleted_at is null) as opening
      from ${posts} p join ${threads} q on q.id = p.thread_id where q.id in (${ids}) group by q.id
    ) stands
    where t.id = stands.id`)
}

export function recountThread(tx: Transaction, id: string): Promise<void> {
  return recountThreads(tx, sql`select ${id}::uuid`)
}

/** Passing undefined removes the accepted answer. False if the reply no longer exists. */
export async function acceptPost(
  tx: Transaction,
  threadId: string,
  accepted: { id: string; at: Date } | undefined,
): Promise<boolean> {
  await tx
    .update(posts)
    .set({ acceptedAt: null })
    .where(and(eq(posts.threadId, threadId), sql`${posts.acceptedAt} is not null`))
  if (!accepted) return true
  const found = await tx
    .update(posts)
    .set({ acceptedAt: accepted.at })
    .where(
      and(
        eq(posts.id, accepted.id),
        eq(posts.threadId, threadId),
        sql`${posts.number} > 0`,
        isNull(posts.deletedAt),
        isNull(posts.hiddenAt),
      ),
    )
    .returning({ id: posts.id })
  return found.length > 0
}

export function selectFollowers(threadId: string): SQL {
  return sql`select member_id from ${threadFollows} where thread_id = ${threadId}`
}

type ThreadMember = { threadId: string; memberId: string }

/** Each member has one vote. Returns the number of votes. */
export async function setVote(
  db: Executor,
  { threadId, memberId }: ThreadMember,
  votedAt: Date | undefined,
): Promise<number> {
  const changed = votedAt
    ? sql`insert into ${threadVotes} (thread_id, member_id, voted_at) values (${threadId}, ${memberId}, ${votedAt.toISOString()})
        on conflict do nothing returning 1`
    : sql`delete from ${threadVotes} where thread_id = ${threadId} and member_id = ${memberId} returning 1`
  const { rows } = await db.execute<{ votes: number }>(sql`
    with changed as (${changed})
    update ${threads} set votes = votes ${votedAt ? sql`+` : sql`-`} (select count(*)::int from changed)
    where id = ${threadId} returning votes`)
  return rows[0]?.votes ?? 0
}

export async function setFollowing(
  db: Executor,
  { threadId, memberId }: ThreadMember,
  followedAt: Date | undefined,
): Promise<void> {
  if (followedAt) await db.insert(threadFollows).values({ threadId, memberId, followedAt }).onConflictDoNothing()
  else
    await db
      .delete(threadFollows)
      .where(and(eq(threadFollows.threadId, threadId), eq(threadFollows.memberId, memberId)))
}

type ThreadFlags = { isPinned: boolean; isLocked: boolean }

/** Returns the previous flags; undefined if there is no such thread. */
export async function updateThreadFlags(
  tx: Transaction,
  id: string,
  led: ThreadFlags,
): Promise<ThreadFlags | undefined> {
  const [before] = await tx
    .select({ isPinned: threads.isPinned, isLocked: threads.isLocked })
    .from(threads)
    .where(eq(threads.id, id))
    .for('update')
  if (before) await tx.update(threads).set(led).where(eq(threads.id, id))
  return before
}
