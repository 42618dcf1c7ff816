import { Link } from 'react-router'
import type { findQuestionReports } from './question-reports.contract.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/question-reports.page.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useFilteredList } from './ui/filtered-list.ts'
import { appendNextPage } from './ui/append-page.ts'

type ReportSearchResult = EndpointReply<typeof findQuestionReports>
type ReportFilter = EndpointInput<typeof findQuestionReports>['body']
type State = NonNullable<ReportFilter['state']>

const TITLE = 'Contested questions'
const STATES: readonly { value: State; label: string }[] = [
  { value: 'waiting', label: 'Waiting for an answer' },
  { value: 'answered', label: 'Answered' },
]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const search = (body: ReportFilter, signal?: AbortSignal) =>
  call<typeof findQuestionReports>('POST /Academy/api/studio/contests/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  ({ request: { signal } }: Route.ClientLoaderArgs) => search({ state: 'waiting' }, signal),
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title={TITLE} />
}

export default function QuestionReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title={TITLE} />}>
      {(found) => <QuestionReports found={found} />}
    </LoadedPage>
  )
}

function QuestionReports({ found: first }: { found: ReportSearchResult }) {
  const { found, state, isBusy, outcome, look, further } = useFilteredList<ReportSearchResult, State>(
    first,
    'waiting',
    {
      search: (chosen) => search({ state: chosen }),
      further: (shown, chosen) => appendNextPage(shown, 'contests', ({ id }) => search({ state: chosen, after: id })),
    },
  )
  return (
    <StudioLayout title={TITLE}>
      <div className="mb-6 max-w-xs">
        <FilterSelect
          label="Which"
          value={state}
          options={STATES}
          onChange={(value) => void look(value === 'answered' ? 'answered' : 'waiting')}
        />
      </div>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {state === 'waiting'
          ? found.count.waiting > 0 && `${pluralize(found.count.waiting, 'question')} waiting, the oldest first`
          : found.count.answered > 0 && `${pluralize(found.count.answered, 'question')} answered, the newest first`}
      </p>
      {found.contests.length === 0 ? (
        <EmptyState
          icon="check-circle"
          title={state === 'waiting' ? 'Nobody waits for an answer' : 'Nothing is answered yet'}
        />
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {found.contests.map((report) => (
            <li key={report.id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <QuestionReportListItem report={report} />
            </li>
          ))}
        </ul>
      )}
      {found.is_more && (
        <ShowMore label={state === 'waiting' ? 'Show later ones' : undefined} busy={isBusy} onMore={further} />
      )}
    </StudioLayout>
  )
}

const OUTCOMES = { upheld: 'Upheld', declined: 'Declined' } as const

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
        <span className="block">{date}</span>
      </p>
    </div>
  )
}
