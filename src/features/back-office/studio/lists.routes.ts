import type { FastifyInstance } from 'fastify'
import { countAttempts, listAttempts } from '#features/learning/exams/exams.public.ts'
import { nameOf } from '#features/back-office/member-search/member-search.public.ts'
import { failedMails, readMails, resultInWords } from '#features/foundation/email-log/email-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { minuteOf } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { findAttempts, findFailedMails } from './lists.contract.ts'

const SCREENFUL = 20

export function studioListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  serve(app, findAttempts, async ({ body: { result, since, until, after } }) => {
    const { timeZone } = await readSite(db)
    const days = {
      since: since === null ? undefined : startOfDay(since, timeZone),
      until: until === null ? undefined : endOfDay(until, timeZone),
    }
    const found = await listAttempts(db, {
      ...days,
      result: result ?? undefined,
      after: after ?? undefined,
      limit: SCREENFUL + 1,
    })
    return {
      attempts: found.slice(0, SCREENFUL).map((attempt) => ({
        id: attempt.id,
        date: minuteOf(attempt.createdAt, timeZone),
        item: attempt.title,
        score: `${attempt.score} of ${attempt.total}`,
        is_passed: attempt.isPassed,
        member: attempt.isErased ? null : { id: attempt.memberId, name: nameOf(attempt) || attempt.username },
      })),
      is_more: found.length > SCREENFUL,
      count: await countAttempts(db, days),
    }
  })
  serve(app, findFailedMails, async ({ body: { since, after } }) => {
    const { timeZone } = await readSite(db)
    const from = since === null ? new Date(0) : startOfDay(since, timeZone)
    const { mails, isMore } = await readMails(deps, {
      isFailed: true,
      since: from,
      after: after ?? undefined,
      limit: SCREENFUL,
    })
    return {
      mails: mails.map((mail) => ({
        id: mail.id,
        date: minuteOf(mail.triedAt, timeZone),
        subject: mail.subject,
        address: mail.address,
        result: resultInWords(mail),
        member_id: mail.memberId,
      })),
      is_more: isMore,
      count: await failedMails(deps, from),
    }
  })
}
