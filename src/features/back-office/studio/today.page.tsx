import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { pageAddress } from '#shared/pages.ts'
import { getSearchAddress } from './ui/search-address.ts'
import { call } from '#web/client/api.ts'
import type { Route } from './+types/today.page.ts'
import type { readToday } from './today.contract.ts'
import { CommonTasks } from './ui/common-tasks.tsx'
import { SalesChart } from './ui/sales-chart.tsx'
import { SetupChecklist } from './ui/setup.tsx'
import { PHONE, useMedia } from './ui/use-media.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { TodoList } from './ui/to-do.tsx'

type Today = EndpointReply<typeof readToday>

export const handle: StudioHandle = { title: 'Studio', heading: 'Home' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readToday>('GET /Academy/api/studio/today/', { signal }),
)

export default function TodayPage({ loaderData }: Route.ComponentProps) {
  const today = getView(loaderData)
  return <TodaySections today={today} />
}

function TodaySections({ today }: { today: Today }) {
  const { sales, members, examinations, since, until } = today
  const days = { since, until }
  const isPhone = useMedia(PHONE)
  return (
    <>
      <div className="flex flex-col gap-10">
        {!isPhone && <SetupChecklist />}
        <TodoList today={today} />
        <CommonTasks />
        {sales && <SalesSection sales={sales} today={today} />}
        {(members || examinations) && (
          <section aria-labelledby="people-today">
            <h2 id="people-today" className="mb-4 text-xl">
              Members and exams
            </h2>
            <div className="grid gap-4 sm:grid-cols-3">
              {members && (
                <Tile name="New members" to={getSearchAddress('/Studio/People/', days)} number={String(members.now)}>
                  {formatChange('new members', members.now, members.before, String(members.before))}
                </Tile>
              )}
              {examinations && (
                <>
                  <Tile
                    name="Exams passed"
                    to={getSearchAddress('/Studio/Attempts/', { ...days, result: 'passed' })}
                    number={String(examinations.passed)}
                  />
                  <Tile
                    name="Exams failed"
                    to={getSearchAddress('/Studio/Attempts/', { ...days, result: 'failed' })}
                    number={String(examinations.failed)}
                  />
                </>
              )}
            </div>
          </section>
        )}
        {isPhone && <SetupChecklist />}
      </div>
    </>
  )
}

function SalesSection({ sales, today }: { sales: NonNullable<Today['sales']>; today: Today }) {
  const { now, before } = sales
  const { since, until, since_before: sinceBefore, until_before: untilBefore } = today
  const isNothing = [now, before].every((period) => period.sales + period.refunds === 0)
  return (
    <section aria-labelledby="sales-today" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id="sales-today" className="mb-4 text-xl">
        Sales in the last 30 days
      </h2>
      {isNothing ? (
        <p className="max-w-text text-muted">
          No live sales or refunds in the last 30 days, or in the 30 days before. Test orders are listed under{' '}
          <Link to={pageAddress('/Studio/Orders/')} className="text-link underline">
            Orders
          </Link>{' '}
          but not included in totals.
        </p>
      ) : (
        <>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
            <Figure
              name={`Sold (${pluralize(now.sales, 'sale')})`}
              to={getSearchAddress('/Studio/Orders/', { since, until })}
              number={formatDollars(now.sold)}
            />
            <Figure
              name={`Refunded (${pluralize(now.refunds, 'refund')})`}
              to={getSearchAddress('/Studio/Orders/', { since, until })}
              number={formatDollars(now.refunded)}
            />
            <Figure
              name={`Sold in the previous 30 days (${pluralize(before.sales, 'sale')})`}
              to={getSearchAddress('/Studio/Orders/', { since: sinceBefore, until: untilBefore })}
              number={formatDollars(before.sold)}
            />
          </div>
          <p className="mt-4 text-sm text-muted">
            {formatChange('sales', Number(now.sold), Number(before.sold), formatDollars(before.sold))}
          </p>
          <SalesChart sales={sales} />
        </>
      )}
    </section>
  )
}

function Figure({ name, to, number }: { name: string; to: string; number: string }) {
  return (
    <p>
      <span className="block text-sm text-muted">{name}</span>
      <Link to={to} className="money relative -my-1 inline-block py-1 text-2xl font-semibold text-link hover:underline">
        {number}
      </Link>
    </p>
  )
}

function Tile({ name, to, number, children }: { name: string; to: string; number: string; children?: ReactNode }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <Figure name={name} to={to} number={number} />
      {children && <p className="text-sm text-muted">{children}</p>}
    </div>
  )
}

/** Such as '20% more than in the 30 days before (10)'. */
function formatChange(what: 'sales' | 'new members', now: number, before: number, shown: string): string {
  if (before === 0) return `No ${what} in the previous 30 days${now === 0 ? ' either' : ''}`
  if (now === before) return 'Same as the previous 30 days'
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const share = percent === 0 ? 'Slightly' : `${percent}%`
  return `${share} ${now > before ? 'more' : 'less'} than in the previous 30 days (${shown})`
}
