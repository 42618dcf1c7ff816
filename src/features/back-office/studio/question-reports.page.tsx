import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/question-reports.page.ts'
import type { findQuestionReports } from './question-reports.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type ReportSearchResult = EndpointReply<typeof findQuestionReports>

const STATES = [
  { value: 'waiting', label: 'Open' },
  { value: 'answered', label: 'Answered' },
] as const

export const handle: StudioHandle = { title: 'Question reports' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('questionReports', new URL(url).searchParams), (body) =>
    call<typeof findQuestionReports>('POST /Academy/api/studio/contests/', { body, signal }),
  ),
)

export default function QuestionReportsPage({ loaderData }: Route.ComponentProps) {
  const { contests, count, is_more: isMore } = getView(loaderData)
  const address = useListAddress('questionReports')
  const { state } = address.filters
  const isWaiting = state === 'waiting'
  return (
    <ListPage
      address={address}
      filters={
        <FilterSelect
          label="Status"
          value={state}
          options={STATES}
          onChange={(chosen) => address.change({ state: chosen })}
        />
      }
      items={contests}
      keyOf={({ id }) => id}
      row={(report) => <QuestionReportListItem report={report} />}
      count={
        isWaiting
          ? `${pluralize(count.waiting, 'open report')}, oldest first`
          : `${pluralize(count.answered, 'answered report')}, newest first`
      }
      empty={{ title: isWaiting ? 'You’re all caught up' : 'No answered reports yet', icon: 'check-circle' }}
      next={isMore ? (contests.at(-1)?.id ?? null) : null}
    />
  )
}

const OUTCOMES = { upheld: 'Accepted', declined: 'Declined' } as const

function QuestionReportListItem({
  report: { id, question, item, date, outcome },
}: {
  report: ReportSearchResult['contests'][number]
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={pageAddress('/Studio/Contests/:id', { id })}
          className="relative -my-1.5 block w-fit max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
        >
          {question}
        </Link>
        <p className="text-sm text-muted">{item}</p>
      </div>
      <p className="text-sm text-muted sm:text-right">
        {outcome !== null && <span className="block font-semibold text-ink">{OUTCOMES[outcome]}</span>}
        <span className="block">
          <Time at={date} />
        </span>
      </p>
    </div>
  )
}
