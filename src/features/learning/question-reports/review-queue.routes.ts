import type { FastifyInstance } from 'fastify'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { staffOf } from '#shared/policy.ts'
import { answerAContest, findContests, readContest } from './review-queue.contract.ts'
import { answerContest, contestFor, docketOf } from './review-queue.service.ts'

const SCREENFUL = 20

export function docketRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, findContests, async ({ body: { state, after } }) => {
    const { timeZone } = await readSite(deps.db)
    const { contests, isMore, count } = await docketOf(deps, { state, after: after ?? undefined, limit: SCREENFUL })
    return {
      contests: contests.map(({ at, title, ...each }) => ({ ...each, item: title, date: minuteOf(at, timeZone) })),
      is_more: isMore,
      count,
    }
  })
  serve(app, readContest, async ({ params: { id }, member }) => {
    const { timeZone } = await readSite(deps.db)
    return shown(await contestFor(deps, id, staffOf(member)), timeZone)
  })
  serve(app, answerAContest, async ({ params: { id }, body: { outcome, words }, member }) => {
    await answerContest(deps, { id, outcome, words, by: staffOf(member) })
    return { message: 'Answered. The member gets your words by mail.' }
  })
}

function shown(found: Awaited<ReturnType<typeof contestFor>>, timeZone: string): ReplyOf<typeof readContest> {
  const { contest, member, chosen } = found
  const { outcome, words, answeredAt } = contest
  const name = [member.firstName, member.lastName].filter(Boolean).join(' ')
  return {
    id: contest.id,
    date: minuteOf(contest.contestedAt, timeZone),
    member: found.seesMember ? { id: contest.memberId, name: name || member.username } : null,
    product: found.courseId,
    item: found.title,
    key: found.key,
    version: contest.version,
    question: found.question,
    options: found.options,
    answer: found.answerIndex,
    chosen: chosen === undefined || chosen === '' ? null : chosen,
    is_asked_so: found.isAskedSo,
    is_asked: found.isAsked,
    reason: contest.reason,
    source: contest.source,
    answered:
      outcome && answeredAt
        ? {
            outcome,
            words: words ?? '',
            date: minuteOf(answeredAt, timeZone),
            by: found.answeredByName ?? 'the operator',
          }
        : null,
    may_answer: found.mayAnswer,
  }
}
