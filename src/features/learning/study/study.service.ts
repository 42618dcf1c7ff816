import { bundleAddressFor, imagesFrom, mediaAddressFor, type Viewer } from '#features/foundation/media/media.public.ts'
import { isClosedByDispute } from '#features/foundation/ownership/ownership.public.ts'
import { changesToRead } from '#features/catalog/law-review/law-review.public.ts'
import { lawToRead } from '#features/catalog/law/law.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { dayOf } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import { AppError } from '#shared/app-error.ts'
import {
  completeLecture,
  findLectureIds,
  findOwnedCourse,
  findOwnedLecture,
  type LectureRow,
  listLectures,
  listOwnedCourses,
  type LectureKey,
  readProgress,
} from './study.queries.ts'
import { progressPercent } from './study.rules.ts'

type LearningDeps = Pick<Deps, 'db' | 'config' | 'now'>

const notYours = () => new AppError('not_found', 'No such course among yours.')
const noSuchLecture = () => new AppError('not_found', 'No such lecture in this course.')

/** A member who bought the course, and whose access a dispute has closed, is told that. */
async function refusal(db: Deps['db'], memberId: string, slugOrPurchaseId: string): Promise<AppError> {
  const { code, message } = notYours()
  const isDisputed = await isClosedByDispute(db, memberId, 'course', slugOrPurchaseId)
  return isDisputed ? new AppError(code, message, { reply: { is_disputed: true } }) : notYours()
}

export async function myAcademy({ db }: Pick<Deps, 'db'>, memberId: string) {
  const courses = await listOwnedCourses(db, memberId)
  return courses.map(withPicturesAndProgress)
}

/** How far a member is in each course that he owns. */
export async function progressOfMember({ db }: Pick<Deps, 'db'>, memberId: string) {
  const courses = await listOwnedCourses(db, memberId)
  return courses.map(({ slug, title, completed, lectures }) => ({
    slug,
    title,
    completed,
    lectures,
    percent: progressPercent({ completed, lectures }),
  }))
}

export async function courseToTake(deps: LearningDeps, member: Viewer, slugOrPurchaseId: string) {
  const course = await findOwnedCourse(deps.db, member.id, slugOrPurchaseId)
  if (!course) throw await refusal(deps.db, member.id, slugOrPurchaseId)
  const rows = await listLectures(deps.db, member.id, course.id)
  const files = rows.flatMap(({ attachments }) => attachments)
  return {
    ...withPicturesAndProgress(course),
    bundle: bundleAddressFor(deps, member, { ...course, files }),
    lectures: rows.map((row) => withFiles(deps, member, row)),
  }
}

export async function lectureToWatch(deps: LearningDeps, member: Viewer, key: LectureKey) {
  const found = await findOwnedLecture(deps.db, member.id, key)
  if (!found) throw await refusal(deps.db, member.id, key.slugOrPurchaseId)
  const { lecture, practice, law, changes, video, captions, poster } = found
  if (!lecture) throw noSuchLecture()
  // Most lectures have no days to be told.
  const timeZone = law || changes.length > 0 ? (await readSite(deps.db)).timeZone : 'UTC'
  return {
    ...withFiles(deps, member, { ...lecture, seconds: video?.seconds ?? null }),
    videoId: video && video.id,
    videoAddress: video && mediaAddressFor(deps, member, video),
    captionsAddress: captions && mediaAddressFor(deps, member, captions),
    practice: practice ?? [],
    law: law && lawToRead(law, dayOf(deps.now(), timeZone)),
    changes: changesToRead(changes, timeZone),
    posterAddress: poster && imageAddress(poster.id, poster.name),
  }
}

/** Completes the lecture, and tells the progress of its course: whole percent. */
export async function saveProgress({ db, now }: LearningDeps, memberId: string, key: LectureKey): Promise<number> {
  const found = await findLectureIds(db, memberId, key)
  if (!found) throw notYours()
  const { courseId, lectureId } = found
  if (lectureId === null) throw noSuchLecture()
  await completeLecture(db, { memberId, lectureId, completedAt: now() })
  return progressPercent(await readProgress(db, memberId, courseId))
}

type Owned = Awaited<ReturnType<typeof listOwnedCourses>>[number]

function withPicturesAndProgress<Course extends Owned>({ covers, ...course }: Course) {
  return { ...course, images: imagesFrom(covers), progress: progressPercent(course) }
}

/** Adds the addresses of the attachments, which are good for this member only. */
function withFiles(deps: LearningDeps, member: Viewer, row: LectureRow) {
  const attachments = row.attachments.map(({ name, fileId, fileName }) => ({
    name,
    address: mediaAddressFor(deps, member, { id: fileId, name: fileName }),
  }))
  return { ...row, attachments }
}
