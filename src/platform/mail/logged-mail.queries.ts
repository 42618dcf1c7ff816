import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { mails } from '#db/tables/mails.ts'

export type EmailLogEntry = Pick<
  typeof mails.$inferSelect,
  'id' | 'kind' | 'memberId' | 'address' | 'subject' | 'result' | 'answer' | 'triedAt' | 'bouncedAt'
>

export async function isEmailSent(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(mails, and(eq(mails.id, id), eq(mails.result, 'sent')))) > 0
}

/**
 * Saves the result of the last attempt in one statement. An email that was sent stays `sent`.
 */
export async function saveEmailLogEntry(db: Executor, note: EmailLogEntry): Promise<void> {
  const { id, kind, memberId, address, subject, result, answer } = note
  const time = sql`${note.triedAt.toISOString()}::timestamptz`
  const bouncedAt = sql`${note.bouncedAt?.toISOString() ?? null}::timestamptz`
  // Stores nothing if the member's account has been deleted in the meantime. A trigger handles erased members.
  await db.execute(sql`
    insert into ${mails} (id, kind, member_id, address, subject, result, answer, first_tried_at, tried_at, bounced_at)
    select ${id}::uuid, ${kind}::text, ${memberId}::uuid, ${address}::text, ${subject}::text, ${result}::mail_result, ${answer}::text, ${time}, ${time}, ${bouncedAt}
    where ${memberId}::uuid is null or exists (select from members where members.id = ${memberId}::uuid)
    on conflict (id) do update set address = excluded.address, subject = excluded.subject, result = excluded.result,
      answer = excluded.answer, tries = mails.tries + 1, tried_at = excluded.tried_at,
      bounced_at = excluded.bounced_at
    where mails.result <> 'sent' or excluded.result = 'sent'`)
}
