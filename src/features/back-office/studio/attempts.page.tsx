import { useState } from 'react'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/attempts.page.ts'
import type { findAttempts } from './lists.contract.ts'
import { parseDateRange, formatDateRange } from './ui/days.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { PersonListItem, PersonList } from './ui/person-list.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'
import { appendNextPage } from './ui/append-page.ts'

type AttemptSearchResult = EndpointReply<typeof findAttempts>
type AttemptFilter = EndpointInput<typeof findAttempts>['body']
type Result = NonNullable<AttemptFilter['result']>

const RESULTS: readonly { value: Result | ''; label: string }[] = [
  { value: '', label: 'Passed and failed' },
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Examinations', isPersonal: true })

const search = (body: AttemptFilter, signal?: AbortSignal) =>
  call<typeof findAttempts>('POST /Academy/api/studio/attempts/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const query = new URL(url).searchParams
    const result = RESULTS.find(({ value }) => value === query.get('result'))?.value || null
    const wanted = { ...parseDateRange(query), result }
    return { wanted, found: await search(wanted, signal) }
  },
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title="Examinations" />
}

export default function AttemptsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="Examinations" />}>
      {(loaded) => <Attempts key={JSON.stringify(loaded.wanted)} {...loaded} />}
    </LoadedPage>
  )
}

function Attempts({ wanted: first, found: firstFound }: { wanted: AttemptFilter; found: AttemptSearchResult }) {
  const [found, setFound] = useState(firstFound)
  const [wanted, setWanted] = useState(first)
  const { isBusy, outcome, run } = useAction()
  const look = (chosen: AttemptFilter) =>
    run(async () => {
      setFound(await search(chosen))
      setWanted(chosen)
      return undefined
    })
  const older = () =>
    run(async () => {
      setFound(await appendNextPage(found, 'attempts', ({ id }) => search({ ...wanted, after: id })))
      return undefined
    })
  return (
    <StudioLayout title="Examinations">
      <BackLink to="/Studio/">Today</BackLink>
      <div className="mt-4 mb-6 max-w-xs">
        <FilterSelect
          label="Which"
          value={wanted.result ?? ''}
          options={RESULTS}
          onChange={(value) =>
            void look({ ...wanted, result: RESULTS.find((each) => each.value === value)?.value || null })
          }
        />
      </div>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {formatCount(found, wanted)}
      </p>
      {found.attempts.length === 0 ? (
        <EmptyState icon="file" title="No such examinations" />
      ) : (
        <PersonList>
          {found.attempts.map(({ id, date, item, score, is_passed: isPassed, member }) => (
            <PersonListItem key={id} title={item} person={member} unknown="erased member">
              <span className="block font-semibold text-ink">
                {isPassed ? 'Passed' : 'Failed'}, {score}
              </span>
              <span className="block">{date}</span>
            </PersonListItem>
          ))}
        </PersonList>
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioLayout>
  )
}

function formatCount(
  { count: { passed, failed } }: AttemptSearchResult,
  { result, since, until }: AttemptFilter,
): string {
  const days = since || until ? ` ${formatDateRange({ since, until })}` : ''
  if (result === 'passed') return `${pluralize(passed, 'examination')} passed${days}, the newest first`
  if (result === 'failed') return `${pluralize(failed, 'examination')} failed${days}, the newest first`
  return `${passed} passed and ${failed} failed${days}, the newest first`
}
