import { and, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { members } from '#db/tables/members.ts'
import { roleColumn } from './accounts.queries.ts'

/** Lists the owners who can log in. */
export async function listOwners(db: Executor): Promise<{ id: string }[]> {
  return db
    .select({ id: members.id })
    .from(members)
    .where(and(sql`${roleColumn} = 'owner'`, isNull(members.lockedAt), isNull(members.erasedAt)))
}
