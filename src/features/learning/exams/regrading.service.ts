import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { followMarking } from './exams.queues.ts'
import { courseTitle, type Effect, effects, holdExam, markAttempts, type NewKey } from './regrading.queries.ts'

/** What marking again would change, and for how many; `morePass` members have not passed and would have. */
export type MarkingEffect = Effect

const LONGEST_TOLD = 200

/** What it would mean that another option is right, before it is published; undefined where nothing changes for anybody. */
export async function effectOfKey(
  { db }: Pick<Deps, 'db'>,
  courseId: string,
  newKey: NewKey,
): Promise<MarkingEffect | undefined> {
  const [effect] = await effects(db, courseId, newKey)
  return effect
}

/** Questions whose key was corrected, with attempts that were not marked by it yet. */
export function keysToMarkBy({ db }: Pick<Deps, 'db'>, courseId: string): Promise<MarkingEffect[]> {
  return effects(db, courseId)
}

/**
 * Counts the right option of today in earlier attempts of the same question, too. Nothing is taken from anybody: what counted goes on counting, and issued
 * certificates stand. Who passes by it is given what follows from that by a job. Refuses (`not_found`) where there is nothing to be marked again.
 */
export async function markAgain(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { courseId, key, by }: { courseId: string; key: string; by: Staff },
): Promise<MarkingEffect> {
  if (!may(by, 'mark again')) throw notAllowed(by, 'mark again')
  return db.transaction(async (tx) => {
    await holdExam(tx, courseId, 'being marked')
    const effect = (await effects(tx, courseId)).find((each) => each.key === key)
    const course = effect && (await courseTitle(tx, courseId))
    if (!effect || !course)
      throw new AppError(
        'not_found',
        'There is nothing to mark again: somebody has done it already, or the key is as it was.',
      )
    await markAttempts(tx, courseId, effect)
    if (effect.morePass > 0) await jobs.enqueue(tx, followMarking, {})
    const { question, right, attempts, members, morePass } = effect
    await recordEvent(tx, {
      at: now(),
      kind: 'examination.marked_again',
      by,
      subject: { id: course.slug, name: course.title },
      after: {
        question: question.slice(0, LONGEST_TOLD),
        'counts now': right.slice(0, LONGEST_TOLD),
        attempts,
        members,
        'more have passed': morePass,
      },
    })
    return effect
  })
}
