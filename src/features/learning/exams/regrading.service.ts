import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { cutText } from '#shared/cut-text.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { followUpRegrading } from './exams.queues.ts'
import {
  findCourseTitle,
  type RegradeEffect,
  listRegradeEffects,
  lockExam,
  regradeAttempts,
  type AnswerKey,
} from './regrading.queries.ts'

/** What a regrade would change, and for how many members. `morePass` of them would pass for the first time. */
export type KeyEffect = RegradeEffect

const MAX_QUESTION_LENGTH = 200

/** The effect of changing the correct option, shown before publishing; undefined if it affects no one. */
export async function getKeyEffect(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
  newKey: AnswerKey,
): Promise<KeyEffect | undefined> {
  const [effect] = await listRegradeEffects(db, courseId, newKey)
  return effect
}

export function listPendingRegrades({ db }: Pick<Deps, 'db'>, courseId: string): Promise<KeyEffect[]> {
  return listRegradeEffects(db, courseId)
}

/**
 * Regrades earlier attempts with the option that is now correct. No one loses anything: answers that were correct still
 * count, and issued certificates stay valid. A job follows up with members who now pass. Throws `not_found` if there is
 * nothing to regrade.
 */
export async function applyRegrade(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { courseId, key, by }: { courseId: string; key: string; by: Staff },
): Promise<KeyEffect> {
  if (!hasPermission(by, 'regrade')) throw permissionDeniedError(by, 'regrade')
  return db.transaction(async (tx) => {
    await lockExam(tx, courseId, 'being regraded')
    const effect = (await listRegradeEffects(tx, courseId)).find((each) => each.key === key)
    const course = effect && (await findCourseTitle(tx, courseId))
    if (!effect || !course)
      throw new AppError(
        'not_found',
        'There is nothing to regrade. Someone already regraded the attempts, or the answer key is unchanged.',
      )
    await regradeAttempts(tx, courseId, effect)
    if (effect.morePass > 0) await jobs.enqueue(tx, followUpRegrading, {})
    const { question, right, attempts, members, morePass } = effect
    await recordEvent(tx, {
      at: now(),
      kind: 'examination.marked_again',
      by,
      subject: { id: course.slug, name: course.title },
      after: {
        question: cutText(question, MAX_QUESTION_LENGTH),
        'correct now': cutText(right, MAX_QUESTION_LENGTH),
        attempts,
        members,
        'newly passed': morePass,
      },
    })
    return effect
  })
}
