import { refuseInactive } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import type { Limit } from '#shared/limit.ts'
import {
  countOpenLocked,
  findAsked,
  findOwn,
  insertContest,
  listHandedIn,
  listOwnContests,
} from './question-reports.queries.ts'
import { MOST_OPEN } from './question-reports.rules.ts'

const CONTESTS: Limit = { what: 'contest', hits: 30, windowMs: 60 * 60_000 }

type Sent = { paperId: string; questionId: string; reason: string; source: string }

/**
 * Keeps a member's word that something is wrong with a question of a paper of his own; the same again is kept once. Refuses (`invalid`,
 * `too_many_requests`) in words that tell nothing of what was right.
 */
export async function contest(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string,
  { paperId, questionId, reason, source }: Sent,
): Promise<void> {
  const { db, now } = deps
  await throttle(deps, db, CONTESTS, memberId)
  const asked = await findAsked(db, { memberId, paperId, questionId })
  if (!asked)
    throw fieldErrors({ question_id: ['This question was not asked in an examination that you have handed in.'] })
  const whose = { memberId, questionId, version: asked.version }
  await db.transaction(async (tx) => {
    await refuseInactive(tx, { kind: 'member', memberId })
    const many = await countOpenLocked(tx, memberId)
    const earlier = await findOwn(tx, whose)
    if (earlier?.reason === reason && earlier.source === source) return
    if (earlier)
      throw fieldErrors({ question_id: ['You have written to us about this question before. That is kept as it was.'] })
    if (many >= MOST_OPEN)
      throw new AppError(
        'invalid',
        `${MOST_OPEN} of your questions wait for our answer. Please wait for one of them first.`,
      )
    await insertContest(tx, { ...whose, attemptId: asked.attemptId, reason, source, contestedAt: now() })
  })
}

/** What the member has contested, and what was answered; days are `2026-02-03`, in the academy's time zone. */
export async function ownContests({ db }: Pick<Deps, 'db'>, memberId: string) {
  const { timeZone } = await readSite(db)
  const found = await listOwnContests(db, memberId)
  return found.map(({ contestedAt, outcome, words, answeredAt, ...each }) => ({
    ...each,
    sentOn: dayOf(contestedAt, timeZone),
    answer: outcome && answeredAt ? { outcome, words: words ?? '', on: dayOf(answeredAt, timeZone) } : null,
  }))
}

const PAPERS = 5

/** What the member may still contest: the papers that he handed in last, on `2026-02-03` in the academy's time zone. */
export async function papersOf({ db }: Pick<Deps, 'db'>, memberId: string) {
  const [{ timeZone }, papers] = await Promise.all([readSite(db), listHandedIn(db, memberId, PAPERS)])
  return papers.map(({ handedInAt, ...paper }) => ({ ...paper, handedInOn: dayOf(handedInAt, timeZone) }))
}
