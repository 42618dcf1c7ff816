import type { FastifyInstance } from 'fastify'
import { signedDecimal } from '#features/commerce/orders/orders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { serve } from '#platform/http/serve.ts'
import { dayOf } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { staffOf } from '#shared/policy.ts'
import { chartOfDays } from './sales-chart.rules.ts'
import { readToday } from './today.contract.ts'
import { DAYS } from './today.rules.ts'
import { type SalesDay, today } from './today.service.ts'

const MOST_ORDERS = 5

export function todayScreenRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, readToday, async ({ member }) => {
    const found = await today(deps, staffOf(member))
    const { now, before, timeZone, sales, members, examinations, waiting, failedMails: mails, drafts } = found
    const { contests, reports, law, unanswered, missed, hours } = found
    return {
      since: now.since,
      until: now.until,
      since_before: before.since,
      until_before: before.until,
      sales: sales ? shownSales(sales) : null,
      members: members ?? null,
      examinations: examinations ?? null,
      waiting: waiting ? shownWaiting(waiting, timeZone) : null,
      former_address: found.formerAddress ?? null,
      failed_mails: mails ?? null,
      drafts: drafts ?? null,
      contests: contests ?? null,
      reports: reports ?? null,
      law: law ?? null,
      unanswered: unanswered ?? null,
      changed_hours: hours
        ? hours.map(({ productId, title, before: was, after }) => ({
            product: productId,
            item: title,
            before: was,
            after,
          }))
        : null,
      missed: missed
        ? {
            total: missed.total,
            questions: missed.questions.map(({ courseId, key, title, question, members: tried, right }) => ({
              product: courseId,
              key,
              item: title,
              question,
              members: tried,
              right,
            })),
          }
        : null,
    }
  })
}

type Today = ReplyOf<typeof readToday>

function shownSales({ currency, days }: { currency: string; days: SalesDay[] }): NonNullable<Today['sales']> {
  const [before, now] = [days.slice(0, DAYS), days.slice(DAYS)]
  const sold = (of: SalesDay[]) => of.map((day) => day.sold)
  return {
    now: periodOf(now),
    before: periodOf(before),
    currency,
    days: now.map(({ day, ...amounts }, nth) => ({
      day,
      sold: signedDecimal(amounts.sold),
      refunded: signedDecimal(amounts.refunded),
      sold_before: signedDecimal(before[nth]?.sold ?? 0),
    })),
    chart: chartOfDays(sold(now), sold(before), (cents) => `$${(cents / 100).toLocaleString('en-US')}`),
  }
}

function periodOf(days: SalesDay[]) {
  const sum = (of: keyof Omit<SalesDay, 'day'>) => days.reduce((all, day) => all + day[of], 0)
  return {
    sold: signedDecimal(sum('sold')),
    refunded: signedDecimal(sum('refunded')),
    left: signedDecimal(sum('sold') - sum('refunded')),
    sales: sum('sales'),
    refunds: sum('refunds'),
  }
}

type Troubles = NonNullable<Awaited<ReturnType<typeof today>>['waiting']>

function shownWaiting(waiting: Troubles, timeZone: string): NonNullable<Today['waiting']> {
  return [...Map.groupBy(waiting, ({ waits }) => waits)].map(([waits, troubles]) => ({
    waits,
    count: new Set(troubles.map(({ orderNumber }) => orderNumber)).size,
    orders: troubles.slice(0, MOST_ORDERS).map(({ orderNumber, dueAt }) => ({
      order_number: orderNumber,
      due: dueAt && dayOf(dueAt, timeZone),
    })),
  }))
}
