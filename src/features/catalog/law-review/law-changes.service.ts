import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { tell } from '#features/people/notifications/notifications.public.ts'
import { countOwners, ownersOf } from '#features/foundation/ownership/ownership.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pageAddress } from '#shared/pages.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { changesTold, insertChange, lectureToTell } from './law-changes.queries.ts'
import { beginningOf, changeKind, changesToRead, noticeInWords } from './law-changes.rules.ts'

type Key = { courseId: string; key: string }

const noSuchLecture = () => new AppError('not_found', 'Learners see no such lecture. Publish it first.')

/** What owners were told of a lecture, and what they would be told now. Refuses (`not_found`). */
export async function tellingOf({ db, now }: Pick<Deps, 'db' | 'now'>, { courseId, key }: Key) {
  const lecture = await lectureToTell(db, { courseId, key })
  if (!lecture) throw noSuchLecture()
  const told = await changesTold(db, lecture.id)
  const { timeZone } = await readSite(db)
  const kind = changeKind({ ...lecture, wasTold: told.length > 0 }, now())
  return {
    kind,
    owners: await countOwners(db, courseId),
    isTold: told[0]?.content === lecture.content,
    begins: beginningOf(kind, { name: lecture.name, course: lecture.course.title }),
    told: changesToRead(told, timeZone),
  }
}

type Tell = Key & { what: string; why: string; by: Staff }

/**
 * Tells who owns a course, once, of a lecture as it stands; how many were told. Refuses (`not_found`; `invalid` where nobody owns it, or where owners know
 * of it: two who press at once tell once).
 */
export async function tellOwnersOf(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { courseId, key, what, why, by }: Tell,
): Promise<number> {
  if (!may(by, 'tell owners')) throw notAllowed(by, 'tell owners')
  return deps.db.transaction(async (tx) => {
    const now = deps.now()
    const lecture = await lectureToTell(tx, { courseId, key }, { isLocked: true })
    if (!lecture) throw noSuchLecture()
    const told = await changesTold(tx, lecture.id)
    if (told[0]?.content === lecture.content)
      throw new AppError(
        'invalid',
        'The owners know of it already. Once more of the lecture has changed, they can be told again.',
      )
    const owners = await countOwners(tx, courseId)
    if (owners === 0) throw new AppError('invalid', 'Nobody owns this course, so there is nobody to tell.')
    const { course, name, slug, content } = lecture
    const kind = changeKind({ ...lecture, wasTold: told.length > 0 }, now)
    const id = await insertChange(tx, { lectureId: lecture.id, kind, what, why, content, toldAt: now })
    await tell(deps, tx, {
      kind: kind === 'new' ? 'new-lecture' : 'course-changed',
      cause: `lecture-change:${id}`,
      words: noticeInWords(beginningOf(kind, { name, course: course.title }), { what, why }),
      address: pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug/', {
        slugOrPurchaseId: course.slug,
        lectureSlug: slug,
      }),
      productId: course.id,
      to: ownersOf(course.id),
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
