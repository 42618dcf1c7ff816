import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/attempts.page.ts'
import type { exportAttempts, findAttempts } from './lists.contract.ts'
import { DateFilters } from './ui/date-filters.tsx'
import { DateRangeText } from './ui/date-range-text.tsx'
import { FilterSelect } from './ui/filter-select.tsx'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { type ListFilters, parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { PersonListItem } from './ui/person-list-item.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

const RESULTS = [
  { value: '', label: 'Passed and failed' },
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
] as const

export const handle: StudioHandle = { title: 'Exam attempts' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('attempts', new URL(url).searchParams), (body) =>
    call<typeof findAttempts>('POST /Academy/api/studio/attempts/', { body, signal }),
  ),
)

const actions = downloadActions('examinations.csv', (body: EndpointInput<typeof exportAttempts>['body']) =>
  callForFile<typeof exportAttempts>('POST /Academy/api/studio/attempts/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions)

export default function AttemptsPage({ loaderData }: Route.ComponentProps) {
  const found = getView(loaderData)
  const address = useListAddress('attempts')
  const { filters, change } = address
  const { after: _, ...asked } = filters
  return (
    <ListPage
      address={address}
      filters={
        <>
          <FilterSelect
            label="Result"
            value={filters.result ?? ''}
            options={RESULTS}
            onChange={(result) => change({ result: result || null })}
          />
          <DateFilters since={filters.since} until={filters.until} onChange={change} />
        </>
      }
      items={found.attempts}
      keyOf={({ id }) => id}
      row={({ date, item, score, is_passed: isPassed, member }) => (
        <PersonListItem title={item} person={member} unknown="deleted member">
          <span className="block font-semibold text-ink">
            {isPassed ? 'Passed' : 'Failed'}, {score}
          </span>
          <span className="block">
            <Time at={date} />
          </span>
        </PersonListItem>
      )}
      count={formatCount(found.count, filters)}
      download={<ListDownload permission="export lists" filters={asked} />}
      empty={{ title: 'No exam results found' }}
      next={found.is_more ? (found.attempts.at(-1)?.id ?? null) : null}
    />
  )
}

function formatCount(
  { passed, failed }: EndpointReply<typeof findAttempts>['count'],
  { result, sort, ...days }: ListFilters<'attempts'>,
) {
  const many =
    result === 'passed'
      ? `${pluralize(passed, 'exam')} passed`
      : result === 'failed'
        ? `${pluralize(failed, 'exam')} failed`
        : `${passed} passed and ${failed} failed`
  return (
    <>
      {many}
      <DateRangeText {...days} before=", " />, {SORT_NAMES[sort]}
    </>
  )
}
