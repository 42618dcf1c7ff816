import { and, asc, eq, exists, gt, inArray, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { prepared } from '#db/prepared.ts'
import { attachments, lectures, products } from '#db/tables/catalog.ts'
import { episodeFileNames, handouts, podcasts } from '#db/tables/handouts.ts'
import { draftFiles, versionFiles } from '#db/tables/drafts.ts'
import { files } from '#db/tables/files.ts'
import { members, sessions } from '#db/tables/members.ts'
import { uploads } from '#db/tables/uploads.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { academyDay, hasAddress, isFreeEpisode, isPublished } from '#features/foundation/products/products.public.ts'
import type { StaffRole } from '#shared/policy.ts'
import type { MediaFile } from './media.rules.ts'

const fileColumns = {
  id: files.id,
  sha256: files.sha256,
  name: files.name,
  contentType: files.contentType,
  isPublic: files.isPublic,
  seconds: files.seconds,
}

const fileById = prepared('kept_file', ['fileId'], (db, { fileId }) =>
  db.select(fileColumns).from(files).where(eq(files.id, fileId)),
)

export async function findFile(db: Executor, fileId: string): Promise<MediaFile | undefined> {
  const [file] = await fileById(db, { fileId })
  return file
}

function isSessionOpen(db: Executor, given: Record<'memberId' | 'sessionId' | 'now', Placeholder>): SQL {
  const { memberId, sessionId, now } = given
  return exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.memberId, memberId), gt(sessions.expiresAt, now))),
  )
}

const fileForSession = prepared('file_for_session', ['fileId', 'memberId', 'sessionId', 'now'], (db, given) => {
  const { fileId, memberId } = given
  return db
    .select(fileColumns)
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        isSessionOpen(db, given),
        exists(
          db
            .select({ id: products.id })
            .from(handouts)
            .innerJoin(products, eq(products.id, handouts.productId))
            .where(
              and(
                eq(handouts.fileId, fileId),
                or(and(lte(handouts.freeFrom, academyDay(given.now)), isPublished), ownedBy(memberId)),
              ),
            ),
        ),
      ),
    )
})

type FileRequest = { fileId: string; memberId: string; sessionId: string; now: Date }

/**
 * Finds a file for a member. Returns undefined unless the session is active and belongs to the member. The file must
 * belong to a free podcast that has launched, or to a product to which the member has access.
 */
export async function findFileForMember(db: Executor, asked: FileRequest): Promise<MediaFile | undefined> {
  const [file] = await fileForSession(db, asked)
  return file
}

const bundledForSession = prepared('bundled_for_session', ['courseId', 'memberId', 'sessionId', 'now'], (db, given) => {
  const { courseId, memberId } = given
  return db
    .select({
      slug: products.slug,
      lecture: sql<number>`dense_rank() over (order by ${lectures.position})`.mapWith(Number),
      lectureName: lectures.name,
      fileName: files.name,
      sha256: files.sha256,
    })
    .from(products)
    .innerJoin(lectures, and(eq(lectures.courseId, products.id), isNull(lectures.retiredAt)))
    .innerJoin(attachments, eq(attachments.lectureId, lectures.id))
    .innerJoin(files, eq(files.id, attachments.fileId))
    .where(and(eq(products.id, courseId), ownedBy(memberId), isSessionOpen(db, given)))
    .orderBy(asc(lectures.position), asc(attachments.position))
})

/**
 * Lists a course's handouts in lecture order. The list is empty unless the member has an active session and access to
 * the course.
 */
export function listBundleFiles(db: Executor, asked: Omit<FileRequest, 'fileId'> & { courseId: string }) {
  return bundledForSession(db, asked)
}

type StaffFileRequest = FileRequest & {
  productId: string | undefined
  roles: readonly StaffRole[]
  uploadedSince: Date
}

/**
 * Finds a file for staff who have one of these roles and an active session. With a product, the file must be in the
 * product's drafts, versions, or current content; without one, it must be a recent upload of their own.
 */
export async function findFileForStaff(db: Executor, asked: StaffFileRequest): Promise<MediaFile | undefined> {
  const { fileId, memberId, sessionId, now, productId, roles, uploadedSince } = asked
  const named =
    productId === undefined
      ? [
          db
            .select({ id: uploads.id })
            .from(uploads)
            .where(
              and(eq(uploads.fileId, fileId), eq(uploads.memberId, memberId), gt(uploads.touchedAt, uploadedSince)),
            ),
        ]
      : [
          db
            .select({ id: draftFiles.fileId })
            .from(draftFiles)
            .where(and(eq(draftFiles.draftId, productId), eq(draftFiles.fileId, fileId))),
          db
            .select({ id: versionFiles.fileId })
            .from(versionFiles)
            .where(and(eq(versionFiles.productId, productId), eq(versionFiles.fileId, fileId))),
          db
            .select({ id: handouts.fileId })
            .from(handouts)
            .where(and(eq(handouts.productId, productId), eq(handouts.fileId, fileId))),
        ]
  const [file] = await db
    .select(fileColumns)
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        exists(
          db
            .select({ id: sessions.id })
            .from(sessions)
            .innerJoin(members, eq(members.id, sessions.memberId))
            .where(
              and(
                eq(sessions.id, sessionId),
                eq(sessions.memberId, memberId),
                gt(sessions.expiresAt, now),
                eq(members.role, 'staff'),
                inArray(sql`coalesce(${members.staffRole}::text, 'owner')`, [...roles]),
                isNull(members.lockedAt),
              ),
            ),
        ),
        or(...named.map((which) => exists(which))),
      ),
    )
  return file
}

const fileOfSample = prepared('file_of_sample', ['fileId'], (db, { fileId }) =>
  db
    .select(fileColumns)
    .from(files)
    .where(
      and(
        eq(files.id, fileId),
        exists(
          db
            .select({ id: lectures.id })
            .from(lectures)
            .innerJoin(products, eq(products.id, lectures.courseId))
            .where(
              and(
                or(eq(lectures.recordingFileId, fileId), eq(lectures.captionsFileId, fileId)),
                lectures.isSample,
                isNull(lectures.retiredAt),
                isPublished,
              ),
            ),
        ),
      ),
    ),
)

/** Finds the video or captions of a published course's sample lecture. */
export async function findSampleFile(db: Executor, fileId: string): Promise<MediaFile | undefined> {
  const [file] = await fileOfSample(db, { fileId })
  return file
}

/** Finds the current file of an episode that formerly had a file with this name and is free on this day. */
export async function findCurrentEpisodeFile(
  db: Executor,
  { slug, name, today }: { slug: string; name: string; today: string },
): Promise<{ slug: string; name: string } | undefined> {
  const [present] = await db
    .select({ slug: products.slug, name: files.name })
    .from(products)
    .innerJoin(podcasts, eq(podcasts.productId, products.id))
    .innerJoin(episodeFileNames, and(eq(episodeFileNames.productId, products.id), eq(episodeFileNames.name, name)))
    .innerJoin(
      files,
      sql`${files.id} = case when ${episodeFileNames.isCaptions} then ${podcasts.captionsFileId} else coalesce(${podcasts.audioFileId}, ${podcasts.videoFileId}) end`,
    )
    .where(and(hasAddress(slug), isFreeEpisode(today)))
  return present
}

/** Finds the file with this name if it belongs to an episode that is free on this day. */
export async function findFreeEpisodeFile(
  db: Executor,
  { slug, name, today }: { slug: string; name: string; today: string },
): Promise<(MediaFile & { bytes: number }) | undefined> {
  const [file] = await db
    .select({ ...fileColumns, bytes: files.bytes })
    .from(products)
    .innerJoin(podcasts, eq(podcasts.productId, products.id))
    .innerJoin(
      files,
      or(eq(files.id, podcasts.audioFileId), eq(files.id, podcasts.videoFileId), eq(files.id, podcasts.captionsFileId)),
    )
    .where(and(hasAddress(slug), isFreeEpisode(today), eq(files.name, name)))
  return file
}
