import { and, eq, exists, gt, isNotNull, lte, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Executor } from '#db/open.ts'
import { prepared } from '#db/prepared.ts'
import { attachments, documentFiles, lectures, podcasts, products } from '#db/tables/catalogue.ts'
import { files } from '#db/tables/files.ts'
import { sessions } from '#db/tables/members.ts'
import { ownedBy } from '#features/ownership/ownership.public.ts'
import type { KeptFile } from './media.rules.ts'

const fileColumns = {
  id: files.id,
  sha256: files.sha256,
  name: files.name,
  contentType: files.contentType,
  isPublic: files.isPublic,
  seconds: files.seconds,
}

const keptFile = prepared('kept_file', ['fileId'], (db, { fileId }) =>
  db.select(fileColumns).from(files).where(eq(files.id, fileId)),
)

export async function findFile(db: Executor, fileId: string): Promise<KeptFile | undefined> {
  const [file] = await keptFile(db, { fileId })
  return file
}

const fileForSession = prepared('file_for_session', ['fileId', 'memberId', 'sessionId', 'now'], (db, given) => {
  const { fileId, memberId, sessionId, now } = given
  const notFree = sql<boolean>`false`.as('is_free')
  // The products that hand out this file to whoever owns them; what is free every member may have.
  const handingOut = unionAll(
    db
      .select({ productId: lectures.courseId, isFree: notFree })
      .from(lectures)
      .where(or(eq(lectures.videoFileId, fileId), eq(lectures.captionsFileId, fileId))),
    db
      .select({ productId: lectures.courseId, isFree: notFree })
      .from(attachments)
      .innerJoin(lectures, eq(lectures.id, attachments.lectureId))
      .where(eq(attachments.fileId, fileId)),
    db
      .select({ productId: documentFiles.productId, isFree: notFree })
      .from(documentFiles)
      .where(eq(documentFiles.fileId, fileId)),
    db
      .select({ productId: podcasts.productId, isFree: sql<boolean>`not ${podcasts.isForSale}`.as('is_free') })
      .from(podcasts)
      .where(
        or(eq(podcasts.audioFileId, fileId), eq(podcasts.videoFileId, fileId), eq(podcasts.captionsFileId, fileId)),
      ),
  ).as('handing_out')
  return db
    .select(fileColumns)
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        exists(
          db
            .select({ id: sessions.id })
            .from(sessions)
            .where(and(eq(sessions.id, sessionId), eq(sessions.memberId, memberId), gt(sessions.expiresAt, now))),
        ),
        exists(
          db
            .select({ id: products.id })
            .from(handingOut)
            .innerJoin(products, eq(products.id, handingOut.productId))
            .where(or(and(handingOut.isFree, isNotNull(products.publishedAt)), ownedBy(memberId))),
        ),
      ),
    )
})

type Asked = { fileId: string; memberId: string; sessionId: string; now: Date }

/** The file, when the session is one of the member's that lasts, and a product that hands it out is the member's or a free podcast. */
export async function findFileFor(db: Executor, asked: Asked): Promise<KeptFile | undefined> {
  const [file] = await fileForSession(db, asked)
  return file
}

/** A file of a podcast that everybody may hear: published, not for sale, and launched by this day. */
export async function findFreeEpisodeFile(
  db: Executor,
  { slug, name, today }: { slug: string; name: string; today: string },
): Promise<(KeptFile & { bytes: number }) | undefined> {
  const [file] = await db
    .select({ ...fileColumns, bytes: files.bytes })
    .from(products)
    .innerJoin(podcasts, eq(podcasts.productId, products.id))
    .innerJoin(
      files,
      or(eq(files.id, podcasts.audioFileId), eq(files.id, podcasts.videoFileId), eq(files.id, podcasts.captionsFileId)),
    )
    .where(
      and(
        eq(products.slug, slug),
        isNotNull(products.publishedAt),
        eq(podcasts.isForSale, false),
        lte(podcasts.launchDate, today),
        eq(files.name, name),
      ),
    )
  return file
}
