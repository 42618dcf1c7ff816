import type { FastifyInstance } from 'fastify'
import { exportList } from '#features/foundation/audit-log/audit-log.public.ts'
import { countAttempts, listAttempts } from '#features/learning/exams/exams.public.ts'
import { getFullName } from '#features/back-office/member-search/member-search.public.ts'
import { readEmailLog, formatEmailResult } from '#features/foundation/email-log/email-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { type Call, registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatMinute } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { exportAttempts, exportFailedEmails, findAttempts, findFailedEmails } from './lists.contract.ts'

const PAGE_SIZE = 20

export function studioListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  registerEndpoint(app, findAttempts, async ({ body: { after, result, ...body } }) => {
    const { timeZone } = await readSite(db)
    const days = toDateRange(body, timeZone)
    const found = await listAttempts(db, {
      ...days,
      result: result ?? undefined,
      sort: body.sort,
      after: after ?? undefined,
      limit: PAGE_SIZE + 1,
    })
    return {
      attempts: found.slice(0, PAGE_SIZE).map((attempt) => toAttemptView(attempt)),
      is_more: found.length > PAGE_SIZE,
      count: await countAttempts(db, days),
    }
  })
  registerEndpoint(app, exportAttempts, async ({ body, member }) => {
    const { timeZone } = await readSite(db)
    const search = { ...toDateRange(body, timeZone), result: body.result ?? undefined, sort: body.sort }
    const content = await exportList(deps, {
      list: 'attempts',
      body,
      by: toStaff(member),
      columns: ['Time', 'Course', 'Result', 'Score', 'Name'],
      toRow: (attempt: FoundAttempt) => {
        const { item, score, is_passed: isPassed, member: nurse } = toAttemptView(attempt)
        return [
          formatMinute(attempt.createdAt, timeZone),
          item,
          isPassed ? 'passed' : 'failed',
          score,
          nurse?.name ?? '',
        ]
      },
      load: async (after, limit) => {
        const items = await listAttempts(db, { ...search, after, limit })
        return { items, last: items.length === limit ? items.at(-1)?.id : undefined }
      },
    })
    return { name: 'examinations.csv', content }
  })
  registerEndpoint(app, findFailedEmails, async ({ body: { after, ...body } }) => {
    const { timeZone } = await readSite(db)
    const filter = { ...toFailedEmailFilter(body, timeZone), after: after ?? undefined, limit: PAGE_SIZE }
    const { mails, isMore, count } = await readEmailLog(deps, filter, { isCounted: true })
    return {
      mails: mails.map((mail) => ({
        id: mail.id,
        date: mail.triedAt.toISOString(),
        subject: mail.subject,
        address: mail.address,
        result: formatEmailResult(mail),
        member_id: mail.memberId,
      })),
      is_more: isMore,
      count,
    }
  })
  registerEndpoint(app, exportFailedEmails, async ({ body, member }) => {
    const { timeZone } = await readSite(db)
    const content = await exportList(deps, {
      list: 'mails',
      body,
      by: toStaff(member),
      columns: ['Time', 'Subject', 'Email', 'Result'],
      toRow: (mail: EmailLogEntry) => [
        formatMinute(mail.triedAt, timeZone),
        mail.subject,
        mail.address,
        formatEmailResult(mail),
      ],
      load: async (after, limit) => {
        const { mails, isMore } = await readEmailLog(deps, { ...toFailedEmailFilter(body, timeZone), after, limit })
        return { items: mails, last: isMore ? mails.at(-1)?.id : undefined }
      },
    })
    return { name: 'failed-emails.csv', content }
  })
}

type FoundAttempt = Awaited<ReturnType<typeof listAttempts>>[number]
type EmailLogEntry = Awaited<ReturnType<typeof readEmailLog>>['mails'][number]

function toAttemptView(attempt: FoundAttempt): EndpointReply<typeof findAttempts>['attempts'][number] {
  return {
    id: attempt.id,
    date: attempt.createdAt.toISOString(),
    item: attempt.title,
    score: `${attempt.score} of ${attempt.total}`,
    is_passed: attempt.isPassed,
    member: attempt.isErased ? null : { id: attempt.memberId, name: getFullName(attempt) || attempt.username },
  }
}

type EmailFilters = Call<typeof exportFailedEmails>['body']

function toFailedEmailFilter(body: EmailFilters, timeZone: string) {
  return { ...toDateRange(body, timeZone), isFailed: true, sort: body.sort }
}

function toDateRange({ since, until }: Pick<EmailFilters, 'since' | 'until'>, timeZone: string) {
  return {
    since: since === null ? undefined : startOfDay(since, timeZone),
    until: until === null ? undefined : endOfDay(until, timeZone),
  }
}
