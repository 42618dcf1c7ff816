import { and, asc, desc, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { credentials } from '#db/tables/credentials.ts'
import { members } from '#db/tables/members.ts'
import { certificates, examAttempts } from '#db/tables/study.ts'
import type { ExamDescription } from '#shared/exam-description.ts'
import { MIN_PASSING_PERCENT } from '#shared/passing-score.ts'
import { MAX_INDEXES_TAKEN } from './credentials.rules.ts'

/** The data to sign for a certificate; undefined if the holder was erased. */
export async function findCredentialData(db: Executor, certificateId: string) {
  const [stated] = await db
    .select({
      printedName: certificates.printedName,
      courseId: certificates.courseId,
      courseName: certificates.courseName,
      description: products.shortDescription,
      examined: certificates.examined,
      asked: examAttempts.total,
      passedAt: examAttempts.createdAt,
      contactHours: certificates.contactHours,
      completedAt: certificates.completedAt,
      issuedAt: certificates.issuedAt,
      email: members.email,
    })
    .from(certificates)
    .leftJoin(examAttempts, eq(examAttempts.id, certificates.attemptId))
    .innerJoin(products, eq(products.id, certificates.courseId))
    .innerJoin(members, eq(members.id, certificates.memberId))
    .where(and(eq(certificates.id, certificateId), ne(certificates.printedName, '')))
  if (!stated) return undefined
  const { examined, asked, ...rest } = stated
  // Before started attempts were stored, every exam asked all questions.
  const before: ExamDescription | null = asked === null ? null : { asked, bank: null, needed: MIN_PASSING_PERCENT }
  return { ...rest, examined: examined ?? before }
}

/** Whether there is such a certificate, including revoked ones and those of erased holders. */
export async function hasCertificate(db: Executor, id: string): Promise<boolean> {
  return (await db.$count(certificates, eq(certificates.id, id))) > 0
}

/** The certificate's current credential; undefined if it needs signing or can't be signed. */
export async function findSignedCredential(db: Executor, certificateId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ signed: credentials.signed })
    .from(credentials)
    .innerJoin(certificates, eq(certificates.id, credentials.certificateId))
    .where(
      and(
        eq(credentials.certificateId, certificateId),
        isNotNull(credentials.signed),
        isNull(credentials.supersededAt),
        or(isNull(credentials.endedAt), isNotNull(certificates.revokedAt)),
      ),
    )
    .orderBy(desc(credentials.signedAt))
    .limit(1)
  return found?.signed ?? undefined
}

/** The credential with this entry in a status list, whether it is the certificate's current one or a superseded one. */
export async function findCredentialByIndex(
  db: Executor,
  { certificateId, list, place }: { certificateId: string; list: number; place: number },
): Promise<string | undefined> {
  const [found] = await db
    .select({ signed: credentials.signed })
    .from(credentials)
    .where(and(eq(credentials.certificateId, certificateId), eq(credentials.list, list), eq(credentials.place, place)))
  return found?.signed ?? undefined
}

/** The first of these indexes that is free in the newest status list, or in the next list if that one is full. */
export async function findFreeStatusIndex(
  db: Executor,
  drawn: readonly number[],
): Promise<{ list: number; place: number } | undefined> {
  const { rows } = await db.execute<{ list: number; place: number }>(sql`
    with newest as (select coalesce(max(list), 1) as list from credentials),
    open as (
      select newest.list + ((select count(*) from credentials where credentials.list = newest.list) >= ${MAX_INDEXES_TAKEN}::int)::int as list
      from newest
    )
    select open.list, drawn.place from open, unnest(${sql.param(drawn)}::int[]) with ordinality as drawn (place, turn)
    where not exists (select from credentials where credentials.list = open.list and credentials.place = drawn.place)
    order by drawn.turn limit 1`)
  return rows[0]
}

type NewCredential = {
  certificateId: string
  printedName: string
  list: number
  place: number
  signed: string
  publicKey: string
  signedAt: Date
}

/**
 * False if, since the data was read, the certificate changed or got a credential, the index was taken, or the key was
 * withdrawn.
 */
export async function saveSignedCredential(tx: Transaction, credential: NewCredential): Promise<boolean> {
  const { certificateId, printedName, list, place, signed, publicKey, signedAt } = credential
  const { rowCount } = await tx.execute(sql`
    insert into credentials (list, place, certificate_id, signed, signed_at, ended_at)
    select ${list}, ${place}, id, ${signed}, ${signedAt.toISOString()}::timestamptz, revoked_at
    from certificates join credential_keys on public_key = ${publicKey} and withdrawn_at is null
    where id = ${certificateId} and printed_name = ${printedName}
      and (revoked_at is null
        or not exists (select from credentials where certificate_id = certificates.id and credentials.signed is not null and superseded_at is null))
    for share
    on conflict do nothing`)
  if (rowCount === 0) return false
  const isOther = sql`(${credentials.list}, ${credentials.place}) <> (${list}, ${place})`
  await tx
    .update(credentials)
    .set({ signed: null })
    .where(and(eq(credentials.certificateId, certificateId), isOther, isNull(credentials.supersededAt)))
  return true
}

/** Certificates without a current credential, by ID. */
export async function listUnsignedCertificates(
  db: Executor,
  { after, max }: { after: string; max: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from certificates
    where id > ${after} and printed_name <> '' and not exists (
      select from credentials
      where certificate_id = certificates.id and superseded_at is null
        and (ended_at is null or (certificates.revoked_at is not null and signed is not null))
    )
    order by id limit ${max}`)
  return rows.map(({ id }) => id)
}

/** Revokes everything signed with a key. Returns how many certificates need signing again. */
export async function endCredentialsSignedBy(tx: Transaction, publicKey: string, at: Date): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update credentials set signed = null, ended_at = coalesce(ended_at, ${at.toISOString()}::timestamptz)
    where strpos(signed, ${`#${publicKey}"`}) > 0`)
  return rowCount ?? 0
}

/**
 * The number of revoked entries in a status list, and when the last one was revoked; the list changes only when one of
 * these changes. Undefined if there is no such list.
 */
export async function findStatusListState(
  db: Executor,
  list: number,
): Promise<{ ended: number; lastEndedAt: Date | null } | undefined> {
  const { rows } = await db.execute<{ ended: number; lastEndedAt: Date | null }>(sql`
    select count(*)::int as ended, max(ended_at) as "lastEndedAt" from credentials
    where list = ${list}::int and ended_at is not null
    having exists (select from credentials where list = ${list}::int)`)
  return rows[0]
}

export async function listEndedIndexes(db: Executor, list: number): Promise<number[]> {
  const rows = await db
    .select({ place: credentials.place })
    .from(credentials)
    .where(and(eq(credentials.list, list), isNotNull(credentials.endedAt)))
    .orderBy(asc(credentials.place))
  return rows.map(({ place }) => place)
}

/** The current credentials in a member's data export. */
export function credentialsOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'credentials',
      rows: sql`select certificate_id, signed_at, ended_at, signed::jsonb as credential from credentials
        where certificate_id in (select id from certificates where member_id = ${id}) order by signed_at`,
    },
  ]
}
