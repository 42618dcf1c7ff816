import type { FastifyInstance } from 'fastify'
import { formatSignedDecimal } from '#features/commerce/orders/orders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { registerEndpoint } from '#platform/http/register-endpoint.ts'
import { formatDay } from '#shared/dates.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { toStaff } from '#shared/policy.ts'
import { layOutSalesChart } from './sales-chart.rules.ts'
import { readToday, readTodoCounts } from './today.contract.ts'
import { countTodos, DAYS_PER_PERIOD } from './today.rules.ts'
import { type SalesDay, getTodaySummary, getTodos } from './today.service.ts'

const MAX_ORDERS = 5

export function todayScreenRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, readToday, async ({ member }) => {
    const found = await getTodaySummary(deps, toStaff(member))
    const { now, before, timeZone, sales, members, examinations, waiting, failedMails: mails, drafts } = found
    const { contests, reports, law, unanswered, missed, hours } = found
    return {
      since: now.since,
      until: now.until,
      since_before: before.since,
      until_before: before.until,
      sales: sales ? toSalesView(sales) : null,
      members: members ?? null,
      examinations: examinations ?? null,
      waiting: waiting ? toTodoView(waiting, timeZone) : null,
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
  registerEndpoint(app, readTodoCounts, async ({ member }) => {
    const todos = await getTodos(deps, toStaff(member))
    return {
      todos: countTodos(todos),
      orders: todos.waiting ? new Set(todos.waiting.map(({ orderNumber }) => orderNumber)).size : null,
      failed_mails: todos.failedMails ?? null,
      contests: todos.contests ?? null,
      reports: todos.reports ?? null,
      law: todos.law ?? null,
      unanswered: todos.unanswered ?? null,
    }
  })
}

type Today = EndpointReply<typeof readToday>

function toSalesView({ currency, days }: { currency: string; days: SalesDay[] }): NonNullable<Today['sales']> {
  const [before, now] = [days.slice(0, DAYS_PER_PERIOD), days.slice(DAYS_PER_PERIOD)]
  const sold = (of: SalesDay[]) => of.map((day) => day.sold)
  return {
    now: toPeriodView(now),
    before: toPeriodView(before),
    currency,
    days: now.map(({ day, ...amounts }, nth) => ({
      day,
      sold: formatSignedDecimal(amounts.sold),
      refunded: formatSignedDecimal(amounts.refunded),
      sold_before: formatSignedDecimal(before[nth]?.sold ?? 0),
    })),
    chart: layOutSalesChart(sold(now), sold(before), (cents) => `$${(cents / 100).toLocaleString('en-US')}`),
  }
}

function toPeriodView(days: SalesDay[]) {
  const sum = (of: keyof Omit<SalesDay, 'day'>) => days.reduce((all, day) => all + day[of], 0)
  return {
    sold: formatSignedDecimal(sum('sold')),
    refunded: formatSignedDecimal(sum('refunded')),
    left: formatSignedDecimal(sum('sold') - sum('refunded')),
    sales: sum('sales'),
    refunds: sum('refunds'),
  }
}

type TodoItems = NonNullable<Awaited<ReturnType<typeof getTodaySummary>>['waiting']>

function toTodoView(waiting: TodoItems, timeZone: string): NonNullable<Today['waiting']> {
  return [...Map.groupBy(waiting, ({ waits }) => waits)].map(([waits, issues]) => ({
    waits,
    count: new Set(issues.map(({ orderNumber }) => orderNumber)).size,
    orders: issues.slice(0, MAX_ORDERS).map(({ orderNumber, dueAt }) => ({
      order_number: orderNumber,
      due: dueAt && formatDay(dueAt, timeZone),
    })),
  }))
}
