import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import { LOCKS } from '#db/locks.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { files } from '#db/tables/files.ts'
import { drawnCovers, uploads } from '#db/tables/uploads.ts'

export type Upload = typeof uploads.$inferSelect

const isUnfinished = and(isNull(uploads.fileId), isNull(uploads.refusal))

export async function insertUpload(
  db: Executor,
  upload: Pick<Upload, 'id' | 'memberId' | 'use' | 'name' | 'bytes'> & { now: Date },
): Promise<void> {
  const { now, ...row } = upload
  await db.insert(uploads).values({ ...row, createdAt: now, touchedAt: now })
}

export async function findUpload(
  db: Executor,
  { id, memberId }: { id: string; memberId: string },
): Promise<Upload | undefined> {
  const [found] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.memberId, memberId)))
  return found
}

/** Finds an upload of any member, because the caller has already checked the permission. */
export async function findUploadById(db: Executor, id: string): Promise<Upload | undefined> {
  const [found] = await db.select().from(uploads).where(eq(uploads.id, id))
  return found
}

export function listUnfinished(db: Executor, memberId: string): Promise<Upload[]> {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.memberId, memberId), isUnfinished))
    .orderBy(asc(uploads.createdAt), asc(uploads.id))
}

/** Counts how many uploads a member has started, and how many bytes all members' uploads still have to send. */
export async function countUnfinished(
  db: Executor,
  memberId: string,
): Promise<{ ofMember: number; bytesToCome: number }> {
  const [row] = await db
    .select({
      ofMember: sql<number>`(count(*) filter (where ${uploads.memberId} = ${memberId}))::int`,
      bytesToCome: sql<string>`coalesce(sum(${uploads.bytes} - ${uploads.received}), 0)`,
    })
    .from(uploads)
    .where(isUnfinished)
  return { ofMember: row?.ofMember ?? 0, bytesToCome: Number(row?.bytesToCome ?? 0) }
}

type Writer = { id: string; writer: string }

/**
 * Makes the caller the only writer until this time. Returns undefined if another writer is active, or if the member has
 * no such upload.
 */
export async function acquireWriter(
  db: Executor,
  { id, memberId, writer, now, until }: Writer & { memberId: string; now: Date; until: Date },
): Promise<Upload | undefined> {
  const [taken] = await db
    .update(uploads)
    .set({ writer, writerUntil: until })
    .where(
      and(eq(uploads.id, id), eq(uploads.memberId, memberId), or(isNull(uploads.writer), lt(uploads.writerUntil, now))),
    )
    .returning()
  return taken
}

export async function renewWriter(db: Executor, { id, writer, until }: Writer & { until: Date }): Promise<boolean> {
  const renewed = await db
    .update(uploads)
    .set({ writerUntil: until })
    .where(and(eq(uploads.id, id), eq(uploads.writer, writer)))
    .returning({ id: uploads.id })
  return renewed.length > 0
}

export async function releaseWriter(db: Executor, { id, writer }: Writer): Promise<void> {
  await db
    .update(uploads)
    .set({ writer: null, writerUntil: null })
    .where(and(eq(uploads.id, id), eq(uploads.writer, writer)))
}

/**
 * Records the received bytes. If `until` is null, the caller stops being the writer. Returns false if another writer
 * has taken over, so that these bytes don't count.
 */
export async function saveReceivedBytes(
  db: Executor,
  { id, writer, from, to, now, until }: Writer & { from: number; to: number; now: Date; until: Date | null },
): Promise<boolean> {
  const counted = await db
    .update(uploads)
    .set({ received: to, touchedAt: now, writerUntil: until, ...(until === null && { writer: null }) })
    .where(and(eq(uploads.id, id), eq(uploads.writer, writer), eq(uploads.received, from)))
    .returning({ id: uploads.id })
  return counted.length > 0
}

export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}

export async function saveOutcome(
  db: Executor,
  id: string,
  outcome: { fileId: string } | { refusal: unknown },
  now: Date,
): Promise<void> {
  await db
    .update(uploads)
    .set({ ...outcome, touchedAt: now, writer: null, writerUntil: null })
    .where(eq(uploads.id, id))
}

/** Deletes uploads that were not used after `abandonedBefore`, and those that were finished before `finishedBefore`. */
export async function deleteOldUploads(
  db: Executor,
  { abandonedBefore, finishedBefore, now }: { abandonedBefore: Date; finishedBefore: Date; now: Date },
): Promise<number> {
  const gone = await db
    .delete(uploads)
    .where(
      or(
        and(
          isUnfinished,
          lt(uploads.touchedAt, abandonedBefore),
          or(isNull(uploads.writer), lt(uploads.writerUntil, now)),
        ),
        and(sql`not (${isUnfinished})`, lt(uploads.touchedAt, finishedBefore)),
      ),
    )
    .returning({ id: uploads.id })
  return gone.length
}

/** Lists the IDs of all unfinished uploads. */
export async function listUnfinishedIds(db: Executor): Promise<Set<string>> {
  const rows = await db.select({ id: uploads.id }).from(uploads).where(isUnfinished)
  return new Set(rows.map(({ id }) => id))
}

export async function findStoredFile(db: Executor, id: string) {
  const [file] = await db
    .select({
      id: files.id,
      name: files.name,
      bytes: files.bytes,
      seconds: files.seconds,
      contentType: files.contentType,
      warnings: files.warnings,
    })
    .from(files)
    .where(eq(files.id, id))
  return file
}

/** Stores the digest of the original file, because the stored file is a modified one. */
export async function saveOriginalDigest(tx: Transaction, fileId: string, givenSha256: string): Promise<void> {
  await tx.update(files).set({ givenSha256 }).where(eq(files.id, fileId))
}

export async function saveRenderedCover(
  tx: Transaction,
  originalId: string,
  images: { format: 'avif' | 'webp'; width: number; fileId: string }[],
): Promise<void> {
  await tx
    .insert(drawnCovers)
    .values(images.map((image) => ({ ...image, originalId })))
    .onConflictDoUpdate({
      target: [drawnCovers.originalId, drawnCovers.format, drawnCovers.width],
      set: { fileId: sql`excluded.file_id` },
    })
}

/** Finds the renderings of a cover. There are none for other pictures. */
export function findRenderedCover(db: Executor, originalId: string) {
  return db
    .select({
      format: drawnCovers.format,
      width: drawnCovers.width,
      fileId: files.id,
      name: files.name,
      contentType: files.contentType,
      sha256: files.sha256,
      bytes: files.bytes,
    })
    .from(drawnCovers)
    .innerJoin(files, eq(files.id, drawnCovers.fileId))
    .where(eq(drawnCovers.originalId, originalId))
    .orderBy(asc(drawnCovers.format), asc(drawnCovers.width))
}

/** Selects a member's uploads for the data export. */
export function selectMemberUploads(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'uploads',
      rows: sql`select use, name, bytes, received, created_at, touched_at from uploads where member_id = ${id} order by created_at`,
    },
  ]
}

/** Used when a member is erased. The nightly cleanup deletes the bytes that were received. */
export async function eraseUploads(tx: Transaction, memberId: string): Promise<void> {
  await tx.delete(uploads).where(eq(uploads.memberId, memberId))
}

/**
 * Makes requests that create an upload wait for each other. Otherwise, two of them could reserve the same free space.
 */
export async function lockUploadCreation(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.announcing})`)
}
