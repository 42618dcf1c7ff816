import { eq, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Transaction } from '#db/open-database.ts'
import { posts, threadFollows, threads, threadVotes } from '#db/tables/discussions.ts'
import { recountThreads } from './posting.queries.ts'

/** The discussions in a member's data export: posts with moderators' reasons, votes, and follows. */
export function selectMemberDiscussions(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'threads',
      rows: sql`select t.id, p.slug as course, l.name as lecture, t.seconds, t.title, t.asked_at
        from threads t join products p on p.id = t.course_id left join lectures l on l.id = t.lecture_id
        where t.member_id = ${id} order by t.asked_at`,
    },
    {
      name: 'posts',
      rows: sql`select p.slug as course, o.thread_id as thread, o.number, o.words, o.written_at, o.edited_at, o.deleted_at, o.accepted_at,
          o.hidden_at, o.hidden_reason, o.guard_confirmed_at
        from posts o join threads t on t.id = o.thread_id join products p on p.id = t.course_id
        where o.member_id = ${id} order by o.written_at`,
    },
    {
      name: 'thread_votes',
      rows: sql`select p.slug as course, v.thread_id as thread, v.voted_at from thread_votes v join threads t on t.id = v.thread_id
        join products p on p.id = t.course_id where v.member_id = ${id} order by v.voted_at`,
    },
    {
      name: 'thread_follows',
      rows: sql`select p.slug as course, f.thread_id as thread, f.followed_at from thread_follows f join threads t on t.id = f.thread_id
        join products p on p.id = t.course_id where f.member_id = ${id} order by f.followed_at`,
    },
  ]
}

/**
 * Erases a member's discussions: deletes threads in which only they posted, and leaves empty placeholders where others
 * replied.
 */
export async function eraseDiscussions(tx: Transaction, memberId: string): Promise<void> {
  // The thread stores its number of votes, which must decrease, too.
  await tx.execute(sql`update ${threads} set votes = votes - 1
    where id in (select thread_id from ${threadVotes} where member_id = ${memberId})`)
  await tx.delete(threadVotes).where(eq(threadVotes.memberId, memberId))
  await tx.delete(threadFollows).where(eq(threadFollows.memberId, memberId))
  await tx.execute(sql`delete from ${threads} t where t.member_id = ${memberId}
    and not exists (select from ${posts} o where o.thread_id = t.id and o.member_id <> ${memberId})`)
  await tx.update(threads).set({ title: '' }).where(eq(threads.memberId, memberId))
  await tx.execute(sql`update ${posts} set words = '', html = '', accepted_at = null, hidden_at = null, hidden_by = null,
    hidden_reason = null, guard_confirmed_at = null, deleted_at = coalesce(deleted_at, now()) where member_id = ${memberId}`)
  await recountThreads(tx, sql`select thread_id from ${posts} where member_id = ${memberId}`)
}
