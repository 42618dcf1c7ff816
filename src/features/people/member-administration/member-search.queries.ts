import { and, eq, gte, lte, or, type SQL, sql } from 'drizzle-orm'
import { startsWithPattern, hasWord } from '#db/like-patterns.ts'
import { buildNewestRowsQuery } from '#db/newest-rows.ts'
import type { Executor } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { certificates } from '#db/tables/study.ts'
import { isUuid } from '#shared/ids.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { currentOrInvitedRole, hasPassword } from '#features/people/accounts/member-columns.public.ts'

const memberColumns = {
  id: members.id,
  username: members.username,
  email: members.email,
  firstName: members.firstName,
  lastName: members.lastName,
  credentialsAfterName: members.credentialsAfterName,
  role: currentOrInvitedRole,
  createdAt: members.createdAt,
  emailVerifiedAt: members.emailVerifiedAt,
  hasPassword: hasPassword.as('has_password'),
  lockedAt: members.lockedAt,
  lockedBecause: members.lockedBecause,
  deletionDueAt: members.deletionDueAt,
  erasedAt: members.erasedAt,
}

/**
 * Finds exact matches by username, email address, ID, order number, or certificate number. Erased members are found
 * only by their orders.
 */
export async function findNamedMembers(db: Executor, text: string, limit: number): Promise<{ id: string }[]> {
  return (await db.execute<{ id: string }>(selectNamed(text, limit))).rows
}

/** Returns the IDs of exact matches or, if there are none, of members who match all words. */
export async function findMemberIds(db: Executor, text: string, limit: number): Promise<string[]> {
  const words = text.split(/\s+/).filter(Boolean)
  const worded = buildNewestRowsQuery({
    table: members,
    at: sql`${members.createdAt}`,
    conditions: [matchesWords(words)],
    behind: undefined,
    sort: undefined,
    limit,
  })
  const { rows } = await db.execute<{ id: string }>(sql`
    with named as materialized (${selectNamed(text, limit)})
    select id from named
    union all select id from (${worded}) worded where not exists (select from named)`)
  return rows.map(({ id }) => id)
}

function selectNamed(text: string, limit: number): SQL {
  const login = cleanLogin(text)
  return sql`
    select id from ${members} where lower(username) = lower(${login})
    union select id from ${members} where lower(email) = lower(${login})
    union select id from ${members} where id = ${isUuid(text) ? text : null}::uuid
    union (select member_id from ${purchases} where order_number = ${text.toUpperCase()})
    union (select member_id from ${certificates} where id = ${getLastSegment(text)})
    limit ${limit}`
}

export type MemberSearch = {
  /** Limits the search to members with these IDs. If it is given, words and dates are ignored. */
  ids?: readonly string[] | undefined
  /**
   * All words must match the member's name or email address. A single word may also be the start of an order or
   * certificate number.
   */
  words?: readonly string[] | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Lists the members that come after the member with this ID. */
  after?: string | undefined
  /** The sort order. By default, the newest members come first. */
  sort?: Sort | undefined
  limit: number
}

export function findMembers(db: Executor, { ids, words = [], since, until, after, sort, limit }: MemberSearch) {
  const { order, past } = sortBy(sort)
  const behind =
    after === undefined
      ? undefined
      : sql`(${members.createdAt}, ${members.id}) ${past} ((select last.created_at from ${members} last where last.id = ${after}::uuid), ${after}::uuid)`
  const conditions = [...createdBetween({ since, until }), matchesWords(words)].filter(
    (condition) => condition !== undefined,
  )
  const page = ids
    ? sql`select unnest(${`{${ids.join(',')}}`}::uuid[]) as id`
    : words.length > 0
      ? buildNewestRowsQuery({ table: members, at: sql`${members.createdAt}`, conditions, behind, sort, limit })
      : sql`select ${members.id} from ${members} where ${and(sql`true`, ...conditions, behind)}
          order by ${members.createdAt} ${order}, ${members.id} ${order} limit ${limit}`
  return db
    .select(memberColumns)
    .from(members)
    .innerJoin(sql`(${page}) page`, sql`page.id = ${members.id}`)
    .orderBy(sql`${members.createdAt} ${order}, ${members.id} ${order}`)
}

export function countMembers(db: Executor, between: Pick<MemberSearch, 'since' | 'until'>): Promise<number> {
  return db.$count(members, and(...createdBetween(between)))
}

function createdBetween({ since, until }: Pick<MemberSearch, 'since' | 'until'>): (SQL | undefined)[] {
  return [since && gte(members.createdAt, since), until && lte(members.createdAt, until)]
}

function matchesWords(words: readonly string[]): SQL | undefined {
  const [word = '', ...others] = words
  const stand = and(...words.map((each) => hasWord(members.words, each)))
  return others.length > 0
    ? stand
    : or(
        stand,
        /^[0-9a-f]{4,12}$/i.test(word)
          ? matchesMembers(
              sql`select member_id from ${purchases} where order_number like ${startsWithPattern(word.toUpperCase())}`,
            )
          : undefined,
        /^[\w-]{8,}$/.test(getLastSegment(word))
          ? matchesMembers(
              sql`select member_id from ${certificates} where id like ${startsWithPattern(getLastSegment(word))}`,
            )
          : undefined,
      )
}

const MAX_HOLDERS = 50

function matchesMembers(memberIds: SQL): SQL {
  return sql`${members.id} = any(array(${memberIds} limit ${MAX_HOLDERS}))`
}

export async function findMemberById(db: Executor, id: string) {
  const [member] = await db.select(memberColumns).from(members).where(eq(members.id, id))
  return member
}

/** Returns a certificate number, which is the last segment of the URL that is printed on the certificate. */
function getLastSegment(text: string): string {
  return text.replace(/\/$/, '').split('/').at(-1) ?? text
}
