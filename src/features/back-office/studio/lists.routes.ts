import type { FastifyInstance } from 'fastify'
import { countAttempts, listAttempts } from '#features/learning/exams/exams.public.ts'
import { getFullName } from '#features/back-office/member-search/member-search.public.ts'
import { readEmailLog, formatEmailResult } from '#features/foundation/email-log/email-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatMinute } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { findAttempts, findFailedEmails } from './lists.contract.ts'

const PAGE_SIZE = 20

export function studioListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  registerEndpoint(app, findAttempts, async ({ body: { result, since, until, sort, after } }) => {
    const { timeZone } = await readSite(db)
    const days = {
      since: since === null ? undefined : startOfDay(since, timeZone),
      until: until === null ? undefined : endOfDay(until, timeZone),
    }
    const found = await listAttempts(db, {
      ...days,
      result: result ?? undefined,
      sort,
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    })
    return {
      attempts: found.slice(0, PAGE_SIZE).map((attempt) => ({
        id: attempt.id,
        date: formatMinute(attempt.createdAt, timeZone),
        item: attempt.title,
        score: `${attempt.score} of ${attempt.total}`,
        is_passed: attempt.isPassed,
        member: attempt.isErased ? null : { id: attempt.memberId, name: getFullName(attempt) || attempt.username },
      })),
      is_more: found.length > PAGE_SIZE,
      count: await countAttempts(db, days),
    }
  })
  registerEndpoint(app, findFailedEmails, async ({ body: { since, until, sort, after } }) => {
    const { timeZone } = await readSite(db)
    const filter = {
      isFailed: true,
      since: since === null ? undefined : startOfDay(since, timeZone),
      until: until === null ? undefined : endOfDay(until, timeZone),
      sort,
      after: after ?? undefined,
      limit: PAGE_SIZE,
    }
    const { mails, isMore, count } = await readEmailLog(deps, filter, { isCounted: true })
    return {
      mails: mails.map((mail) => ({
        id: mail.id,
        date: formatMinute(mail.triedAt, timeZone),
        subject: mail.subject,
        address: mail.address,
        result: formatEmailResult(mail),
        member_id: mail.memberId,
      })),
      is_more: isMore,
      count,
    }
  })
}
