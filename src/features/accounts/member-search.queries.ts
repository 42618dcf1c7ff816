import { and, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import { containing } from '#db/like.ts'
import type { Executor } from '#db/open.ts'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { certificates } from '#db/tables/study.ts'
import { isUuid } from '#shared/ids.ts'
import { roleOf } from './accounts.queries.ts'

const found = {
  id: members.id,
  username: members.username,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  role: roleOf,
  createdAt: members.createdAt,
  emailVerifiedAt: members.emailVerifiedAt,
  lockedAt: members.lockedAt,
  lockedBecause: members.lockedBecause,
  deletionDueAt: members.deletionDueAt,
  erasedAt: members.erasedAt,
}

/**
 * Members who are named exactly so (username, email address, id, the number of an order or a certificate of theirs), or else in whose
 * names and address all words stand. `isExact` tells which; exact ones come first. Without words the newest members come.
 */
export function findMembers(db: Executor, text: string, limit: number) {
  const words = text.split(/\s+/).filter(Boolean)
  const isExact = or(
    sql`lower(${members.username}) = lower(${text})`,
    sql`lower(${members.email}) = lower(${text})`,
    isUuid(text) ? eq(members.id, text) : undefined,
    holds(db, purchases.memberId, eq(purchases.orderNumber, text.toUpperCase())),
    holds(db, certificates.memberId, eq(certificates.id, lastPartOf(text))),
  )
  return db
    .select({ ...found, isExact: sql<boolean>`${isExact}` })
    .from(members)
    .where(words.length === 0 ? undefined : or(isExact, and(...words.map(standsIn))))
    .orderBy(...(words.length === 0 ? [desc(members.createdAt)] : [desc(sql`${isExact}`)]), members.username)
    .limit(limit)
}

/** The same of one member. */
export async function findMemberById(db: Executor, id: string) {
  const [member] = await db
    .select({ ...found, isExact: sql<boolean>`true` })
    .from(members)
    .where(eq(members.id, id))
  return member
}

function holds(db: Executor, memberId: typeof purchases.memberId | typeof certificates.memberId, condition: SQL) {
  return exists(
    db
      .select({ memberId })
      .from(memberId.table)
      .where(and(eq(memberId, members.id), condition)),
  )
}

/** The number of a certificate is the last part of the address that is printed on it. */
function lastPartOf(text: string): string {
  return text.replace(/\/$/, '').split('/').at(-1) ?? text
}

function standsIn(word: string): SQL {
  return sql`concat_ws(' ', ${members.firstName}, ${members.lastName}, ${members.username}, ${members.email}) ilike ${containing(word)}`
}
