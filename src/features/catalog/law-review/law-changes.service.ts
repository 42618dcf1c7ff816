import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { countOwners, selectOwners } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { listChanges, insertChange, findLecture } from './law-changes.queries.ts'
import { formatNotificationOpening, getChangeKind, toChangeViews, formatNotification } from './law-changes.rules.ts'

type LectureKey = { courseId: string; key: string }

const lectureNotFoundError = () => new AppError('not_found', 'Learners can’t see this lecture yet. Publish it first.')

/** Returns past notifications about a lecture, and what members would be notified about now. Throws `not_found`. */
export async function getOwnerNotifications({ db, now }: Pick<Deps, 'db' | 'now'>, { courseId, key }: LectureKey) {
  const lecture = await findLecture(db, { courseId, key })
  if (!lecture) throw lectureNotFoundError()
  const changes = await listChanges(db, lecture.id)
  const { timeZone } = await readSite(db)
  const kind = getChangeKind({ ...lecture, wasAnnounced: changes.length > 0 }, now())
  return {
    kind,
    owners: await countOwners(db, courseId),
    isAnnounced: changes[0]?.content === lecture.content,
    begins: formatNotificationOpening(kind, { name: lecture.name, course: lecture.course.title }),
    changes: toChangeViews(changes, timeZone),
  }
}

type OwnerNotification = LectureKey & { what: string; why: string; by: Staff }

/**
 * Notifies a course's members about a lecture's current state, and returns how many were notified. Throws `not_found`.
 * Throws `invalid` if the course has no members, or if they were already notified about this state, so that two clicks
 * at the same time notify them only once.
 */
export async function notifyLectureOwners(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { courseId, key, what, why, by }: OwnerNotification,
): Promise<number> {
  if (!hasPermission(by, 'notify learners')) throw permissionDeniedError(by, 'notify learners')
  return deps.db.transaction(async (tx) => {
    const now = deps.now()
    const lecture = await findLecture(tx, { courseId, key }, { isLocked: true })
    if (!lecture) throw lectureNotFoundError()
    const changes = await listChanges(tx, lecture.id)
    if (changes[0]?.content === lecture.content)
      throw new AppError(
        'invalid',
        'Learners have already been notified. You can notify them again after the lecture changes.',
      )
    const owners = await countOwners(tx, courseId)
    if (owners === 0) throw new AppError('invalid', 'No one is enrolled in this course, so there is no one to notify.')
    const { course, name, slug, content } = lecture
    const kind = getChangeKind({ ...lecture, wasAnnounced: changes.length > 0 }, now)
    const id = await insertChange(tx, { lectureId: lecture.id, kind, what, why, content, notifiedAt: now })
    await notify(deps, tx, {
      kind: kind === 'new' ? 'new-lecture' : 'course-changed',
      cause: `lecture-change:${id}`,
      words: formatNotification(formatNotificationOpening(kind, { name, course: course.title }), { what, why }),
      address: pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
        slugOrPurchaseId: course.slug,
        lectureSlug: slug,
      }),
      productId: course.id,
      to: selectOwners(course.id),
      now,
    })
    await recordEvent(tx, {
      at: now,
      kind: 'owners.told',
      by,
      subject: { id: course.slug, name: course.title },
      after: { lecture: name, kind, what, why, owners: String(owners) },
    })
    return owners
  })
}
