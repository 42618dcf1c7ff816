import { bundleAddressFor, toImages, mediaAddressFor, type Viewer } from '#features/foundation/media/media.public.ts'
import { getStoredPosition, type recordingPlayed } from '#features/foundation/playback/playback.public.ts'
import { issueAwaitedCertificate } from '#features/learning/exams/exams.public.ts'
import { isClosedByDispute } from '#features/foundation/ownership/ownership.public.ts'
import { toChangeViews } from '#features/catalog/law-review/law-review.public.ts'
import { toLawView } from '#features/catalog/law/law.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import type { JobData } from '#shared/job.ts'
import { AppError } from '#shared/app-error.ts'
import { getProgressPercent } from '#shared/progress-percent.ts'
import {
  completeLecture,
  lockProgress,
  markPlayed,
  findLectureIds,
  findOwnedCourse,
  findOwnedLecture,
  type LectureRow,
  listLectures,
  listOwnedCourses,
  type LectureKey,
  readProgress,
  recordOpening,
} from './study.queries.ts'

type LearningDeps = Pick<Deps, 'db' | 'config' | 'now'>

const notOwnedError = () => new AppError('not_found', 'This course isn’t in your account.')
const lectureNotFoundError = () => new AppError('not_found', 'Lecture not found in this course.')

/** Explains to a member who bought the course that they have no access because of a dispute. */
async function getAccessError(db: Deps['db'], memberId: string, slugOrPurchaseId: string): Promise<AppError> {
  const { code, message } = notOwnedError()
  const isDisputed = await isClosedByDispute(db, memberId, 'course', slugOrPurchaseId)
  return isDisputed ? new AppError(code, message, { reply: { is_disputed: true } }) : notOwnedError()
}

export async function listMyCourses({ db }: Pick<Deps, 'db'>, memberId: string) {
  const courses = await listOwnedCourses(db, memberId)
  return courses.map(withPicturesAndProgress)
}

export async function getOwnedCourse(deps: LearningDeps, member: Viewer, slugOrPurchaseId: string) {
  const course = await findOwnedCourse(deps.db, member.id, slugOrPurchaseId)
  if (!course) throw await getAccessError(deps.db, member.id, slugOrPurchaseId)
  const rows = await listLectures(deps.db, member.id, course.id)
  const files = rows.flatMap(({ attachments }) => attachments)
  return {
    ...withPicturesAndProgress(course),
    bundle: bundleAddressFor(deps, member, { ...course, files }),
    lectures: rows.map((row) => withFiles(deps, member, row)),
  }
}

export async function getLecture(deps: LearningDeps, member: Viewer, key: LectureKey) {
  const found = await findOwnedLecture(deps.db, member.id, key)
  if (!found) throw await getAccessError(deps.db, member.id, key.slugOrPurchaseId)
  const { lectureId, lecture, practice, law, changes, text, recording, captions, poster } = found
  if (!lecture || lectureId === null) throw lectureNotFoundError()
  if (lecture.kind === 'text') await recordOpening(deps.db, { memberId: member.id, lectureId, openedAt: deps.now() })
  // Most lectures show no dates and need no time zone.
  const timeZone = law || changes.length > 0 ? (await readSite(deps.db)).timeZone : 'UTC'
  return {
    ...withFiles(deps, member, { ...lecture, seconds: recording?.seconds ?? null }),
    text: text ?? '',
    recordingId: recording && recording.id,
    position: recording && (await getStoredPosition(deps, member.id, recording.id)),
    recordingAddress: recording && mediaAddressFor(deps, member, recording),
    captionsAddress: captions && mediaAddressFor(deps, member, captions),
    practice: practice ?? [],
    law: law && toLawView(law, formatDay(deps.now(), timeZone)),
    changes: toChangeViews(changes, timeZone),
    posterAddress: poster && imageAddress(poster.id, poster.name),
  }
}

/**
 * Completes the lecture and returns the course's progress in whole percent. If a certificate was waiting for this
 * lecture, a job stored in the same transaction issues the certificate.
 */
export async function saveProgress(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  memberId: string,
  key: LectureKey,
): Promise<number> {
  const found = await findLectureIds(db, memberId, key)
  if (!found) throw notOwnedError()
  const { courseId, lectureId } = found
  if (lectureId === null) throw lectureNotFoundError()
  return db.transaction(async (tx) => {
    await lockProgress(tx, memberId)
    const isNew = await completeLecture(tx, { memberId, lectureId, completedAt: now() })
    const { isCertificateOpen, ...progress } = await readProgress(tx, memberId, courseId)
    if (isNew && isCertificateOpen) await jobs.enqueue(tx, issueAwaitedCertificate, { memberId, courseId })
    return getProgressPercent(progress)
  })
}

/**
 * The job handler. When the server has confirmed that a member played a whole recording, marks it as played for
 * lectures that the member completed earlier.
 */
export async function countPlayedLectures(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  { memberId, fileId }: JobData<typeof recordingPlayed>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockProgress(tx, memberId)
    for (const courseId of await markPlayed(tx, { memberId, fileId, completedAt: now() }))
      await jobs.enqueue(tx, issueAwaitedCertificate, { memberId, courseId })
  })
}

type OwnedCourse = Awaited<ReturnType<typeof listOwnedCourses>>[number]

function withPicturesAndProgress<Course extends OwnedCourse>({ covers, ...course }: Course) {
  return { ...course, images: toImages(covers), progress: getProgressPercent(course) }
}

/** Adds attachment URLs that are valid only for this member. */
function withFiles(deps: LearningDeps, member: Viewer, row: LectureRow) {
  const attachments = row.attachments.map(({ name, fileId, fileName }) => ({
    name,
    address: mediaAddressFor(deps, member, { id: fileId, name: fileName }),
  }))
  return { ...row, attachments }
}
