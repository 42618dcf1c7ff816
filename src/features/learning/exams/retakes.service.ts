import type { Executor, Transaction } from '#db/open-database.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { AppError } from '#shared/app-error.ts'
import { formatMinute } from '#shared/dates.ts'
import { listPaperQuestions, listRecentFailures } from './papers.queries.ts'
import { findLecturesToReview } from './papers.rules.ts'
import { countAttemptsLeft, formatTimeUntil, getReopenTime, MAX_FAILURES } from './retakes.rules.ts'

type MemberCourse = { memberId: string; courseId: string }

type Wait = { opensAt: Date; seeAgain: { name: string; slug: string }[] }

/** How many failed attempts in a day cause a wait, and how long it is. */
export async function getRetakeRules(db: Executor): Promise<{ maxFailures: number; waitHours: number }> {
  return { maxFailures: MAX_FAILURES, waitHours: (await readSite(db)).examinationWaitHours }
}

/**
 * When the member may next attempt this course's exam, and what to review until then; undefined if they may start now.
 */
export async function getWait(tx: Transaction, whose: MemberCourse, now: Date): Promise<Wait | undefined> {
  const failures = await listRecentFailures(tx, whose, MAX_FAILURES)
  if (failures.length < MAX_FAILURES) return undefined
  const { waitHours } = await getRetakeRules(tx)
  const opensAt = getReopenTime(
    failures.map(({ at }) => at),
    waitHours,
  )
  if (!opensAt || opensAt <= now) return undefined
  // In an exam with ten questions, a single attempt may ask too few about each lecture to name any lecture; three
  // attempts together ask enough.
  const seen: Parameters<typeof findLecturesToReview>[0][number][] = []
  for (const { asked, answers } of failures) {
    const isRight = new Map(answers.map((answer) => [answer.questionId, answer.isRight]))
    for (const { id, lecture } of await listPaperQuestions(tx, asked))
      seen.push({ lecture, isRight: isRight.get(id) ?? false })
  }
  return {
    opensAt,
    seeAgain: findLecturesToReview(seen),
  }
}

/**
 * After a failed attempt: how many more failures cause a wait, and how long the wait is; null if the academy requires
 * none.
 */
export async function getAttemptsLeft(
  tx: Transaction,
  whose: MemberCourse,
  now: Date,
): Promise<{ attemptsLeft: number; waitHours: number } | null> {
  const { waitHours } = await getRetakeRules(tx)
  if (waitHours === 0) return null
  const failures = await listRecentFailures(tx, whose, MAX_FAILURES)
  const failedAt = failures.map(({ at }) => at)
  return { attemptsLeft: countAttemptsLeft(failedAt, now), waitHours }
}

export function examClosedError(title: string, { opensAt, seeAgain }: Wait, now: Date): AppError {
  return new AppError(
    'too_many_requests',
    `You’ve used 3 attempts. You can try again ${formatTimeUntil(opensAt, now)}. Until then, please review the lectures.`,
    {
      retryAfterSeconds: Math.ceil((opensAt.getTime() - now.getTime()) / 1000),
      reply: {
        title,
        opens_at: opensAt.toISOString(),
        opens_at_in_words: formatMinute(opensAt, 'UTC'),
        lectures: seeAgain,
      },
    },
  )
}
