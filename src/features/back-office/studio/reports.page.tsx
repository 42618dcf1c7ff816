import type { listPostReports } from './post-reports.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/reports.page.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { ReportedPost } from './ui/reported-post.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useFilteredList } from './ui/filtered-list.ts'
import { appendNextPage } from './ui/append-page.ts'

type ReportSearchResult = EndpointReply<typeof listPostReports>
type Post = ReportSearchResult['posts'][number]
type ReportFilter = EndpointInput<typeof listPostReports>['body']
type State = NonNullable<ReportFilter['state']>

const TITLE = 'Reported posts'
const STATES: readonly { value: State; label: string }[] = [
  { value: 'waiting', label: 'Waiting for a decision' },
  { value: 'decided', label: 'Decided' },
]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const filterWaiting = (posts: readonly Post[]) =>
  posts.filter(({ reports }) => reports.some(({ outcome }) => outcome === null)).length

const search = (body: ReportFilter, signal?: AbortSignal) =>
  call<typeof listPostReports>('POST /Academy/api/studio/reports/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  ({ request: { signal } }: Route.ClientLoaderArgs) => search({ state: 'waiting' }, signal),
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title={TITLE} />
}

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title={TITLE} />}>
      {(found) => <Reports found={found} />}
    </LoadedPage>
  )
}

function Reports({ found: first }: { found: ReportSearchResult }) {
  const { found, setFound, state, isBusy, outcome, look, further } = useFilteredList<ReportSearchResult, State>(
    first,
    'waiting',
    {
      search: (chosen) => search({ state: chosen }),
      further: (shown, chosen) => appendNextPage(shown, 'posts', () => search({ state: chosen, after: shown.next })),
    },
  )
  // A decided post stays in place with its result, so that no one loses their position and mistakes are visible.
  const put = (changed: Post) =>
    setFound((before) => {
      const posts = before.posts.map((post) => (post.id === changed.id ? changed : post))
      return { ...before, posts, waiting: before.waiting + filterWaiting(posts) - filterWaiting(before.posts) }
    })
  const mute = (memberId: string, until: string) =>
    setFound((before) => ({
      ...before,
      posts: before.posts.map((post) =>
        post.author.id === memberId ? { ...post, author: { ...post.author, muted_until: until } } : post,
      ),
    }))
  return (
    <StudioLayout title={TITLE}>
      <div className="mb-6 max-w-xs">
        <FilterSelect
          label="Which"
          value={state}
          options={STATES}
          onChange={(value) => void look(value === 'decided' ? 'decided' : 'waiting')}
        />
      </div>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {state === 'waiting'
          ? found.waiting > 0 && `${pluralize(found.waiting, 'post')} waiting, the longest waiting first`
          : found.posts.length > 0 && 'The last decided first'}
      </p>
      {found.posts.length === 0 ? (
        <EmptyState
          icon="check-circle"
          title={state === 'waiting' ? 'No reported post waits for a decision' : 'Nothing is decided yet'}
        />
      ) : (
        <ul className="flex list-none flex-col gap-4">
          {found.posts.map((post) => (
            <li key={post.id}>
              <ReportedPost post={post} onChanged={put} onMuted={(until) => mute(post.author.id, until)} />
            </li>
          ))}
        </ul>
      )}
      {found.next !== null && (
        <ShowMore label={state === 'waiting' ? 'Show later ones' : undefined} busy={isBusy} onMore={further} />
      )}
    </StudioLayout>
  )
}
