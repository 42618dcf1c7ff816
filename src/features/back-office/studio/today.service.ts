import { countMembers } from '#features/people/member-administration/member-administration.public.ts'
import { countOpenReports } from '#features/learning/question-reports/question-reports.public.ts'
import { countUnansweredThreads as countUnanswered } from '#features/community/discussions/discussions.public.ts'
import { countDrafts } from '#features/catalog/drafts/drafts.public.ts'
import { countAttempts, listMostMissedQuestions } from '#features/learning/exams/exams.public.ts'
import { countDueBy, getDueCutoff } from '#features/catalog/law-review/law-review.public.ts'
import { countReported } from '#features/community/moderation/moderation.public.ts'
import { getFailedEmailCount } from '#features/foundation/email-log/email-log.public.ts'
import { getDailySales } from '#features/commerce/orders/orders.public.ts'
import { findUnconfirmedAddress, listOpenPaymentIssues } from '#features/commerce/payments/payments.public.ts'
import { listChangedHours } from '#features/community/search/search.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import { endOfDay, startOfDay } from '#shared/day-bounds.ts'
import { type Permission, hasPermission, hasPermissionForAny, type Staff } from '#shared/policy.ts'
import { listDays, getPeriods, type Period } from './today.rules.ts'

/** Amounts in one currency, in cents, by day. */
export type SalesDay = { day: string; sold: number; refunded: number; sales: number; refunds: number }

/** Activity in the thirty days that end today, and open tasks, as far as the caller's role permits. */
export async function getTodaySummary(deps: Pick<Deps, 'config' | 'db' | 'now'>, by: Staff) {
  const { db } = deps
  const { timeZone } = await readSite(db)
  const periods = getPeriods(formatDay(deps.now(), timeZone))
  const { now, before } = periods
  const times = ({ since, until }: typeof now) => ({
    since: startOfDay(since, timeZone),
    until: endOfDay(until, timeZone),
  })
  const seesOrders = hasPermission(by, 'see orders')
  const seesMembers = hasPermission(by, 'see members')
  // Runs three groups of queries in parallel; the most expensive query is its own group. Running every query in
  // sequence would take twice as long.
  const [sales, ofMembers, todos] = await Promise.all([
    seesOrders ? getSalesByDay(deps, { since: before.since, until: now.until }) : undefined,
    seesMembers ? countNewMembers(deps, { now: times(now), before: times(before) }) : undefined,
    listTodos(deps, { by, period: now, timeZone }),
  ])
  return { ...periods, timeZone, sales, ...ofMembers, ...todos }
}

/** The open tasks of the role, for the numbers in the menu. */
export async function getTodos(deps: Pick<Deps, 'config' | 'db' | 'now'>, by: Staff) {
  const { timeZone } = await readSite(deps.db)
  return listTodos(deps, { by, period: getPeriods(formatDay(deps.now(), timeZone)).now, timeZone })
}

type TodoRequest = { by: Staff; period: Period; timeZone: string }

async function listTodos(deps: Pick<Deps, 'config' | 'db' | 'now'>, { by, period, timeZone }: TodoRequest) {
  const { db } = deps
  const since = startOfDay(period.since, timeZone)
  const seesOrders = hasPermission(by, 'see orders')
  const editsContent = hasPermission(by, 'edit content')
  const mayDo = (act: Permission) => by.kind === 'command_line' || hasPermissionForAny(by.role, act)
  return {
    waiting: seesOrders ? await listOpenPaymentIssues(db) : undefined,
    formerAddress: seesOrders ? await findUnconfirmedAddress(db, deps.config) : undefined,
    failedMails: hasPermission(by, 'see members') ? await getFailedEmailCount(deps, since) : undefined,
    drafts: editsContent ? await countDrafts(db) : undefined,
    contests: mayDo('answer question report') ? await countOpenReports(db) : undefined,
    reports: mayDo('moderate') ? await countReported(db) : undefined,
    law: editsContent ? await countDueBy(db, getDueCutoff(period.until)) : undefined,
    unanswered: hasPermission(by, 'moderate discussions') ? await countUnanswered(db) : undefined,
    hours: editsContent ? await listChangedHours(db, since) : undefined,
    missed: editsContent ? await listMostMissedQuestions(deps) : undefined,
  }
}

type TimeRange = { since: Date; until: Date }

async function countNewMembers(deps: Pick<Deps, 'db' | 'now'>, { now, before }: { now: TimeRange; before: TimeRange }) {
  const { db } = deps
  return {
    members: { now: await countMembers(db, now), before: await countMembers(db, before) },
    examinations: await countAttempts(db, now),
  }
}

/** Includes every day, in the currency with the most sales. */
async function getSalesByDay(deps: Pick<Deps, 'db'>, period: { since: string; until: string }) {
  const found = await getDailySales(deps, period)
  const totals = new Map<string, number>()
  for (const { currency, gross, refunded } of found)
    totals.set(currency, (totals.get(currency) ?? 0) + gross + refunded)
  const currency = [...totals].toSorted(([, one], [, other]) => other - one).at(0)?.[0] ?? 'USD'
  const byDay = new Map(found.filter((row) => row.currency === currency).map((row) => [row.day, row]))
  const days = listDays(period).map((day): SalesDay => {
    const { gross = 0, refunded = 0, sales = 0, refunds = 0 } = byDay.get(day) ?? {}
    return { day, sold: gross + refunded, refunded, sales, refunds }
  })
  return { currency, days }
}
