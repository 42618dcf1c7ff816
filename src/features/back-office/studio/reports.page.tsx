import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import type { Route } from './+types/reports.page.ts'
import type { listPostReports } from './post-reports.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { moderationActions } from './ui/moderation-actions.ts'
import { ReportedPost } from './ui/reported-post.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'
import { useReplaced } from './ui/use-replaced.ts'

type Post = EndpointReply<typeof listPostReports>['posts'][number]

const STATES = [
  { value: 'waiting', label: 'To review' },
  { value: 'decided', label: 'Decided' },
] as const

export const handle: StudioHandle = { title: 'Reported posts' }
export const meta = studioMeta

const countWaiting = (posts: readonly Post[]) =>
  posts.filter(({ reports }) => reports.some(({ outcome }) => outcome === null)).length

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('postReports', new URL(url).searchParams), (body) =>
    call<typeof listPostReports>('POST /Academy/api/studio/reports/', { body, signal }),
  ),
)

export const clientAction = defineActions(moderationActions)

export default function ReportsPage({ loaderData }: Route.ComponentProps) {
  const found = getView(loaderData)
  // A decided post stays in place and shows the decision, so that moderators don't lose their place and can see
  // mistakes.
  const { items: posts, replace } = useReplaced(found.posts)
  const address = useListAddress('postReports')
  const { state } = address.filters
  const isWaiting = state === 'waiting'
  const waiting = found.waiting + countWaiting(posts) - countWaiting(found.posts)
  const mute = (memberId: string, until: string) =>
    replace((post) =>
      post.author.id === memberId ? { ...post, author: { ...post.author, muted_until: until } } : post,
    )
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
      items={posts}
      keyOf={({ id }) => id}
      row={(post) => (
        <ReportedPost
          post={post}
          onChanged={(changed) => replace((each) => (each.id === changed.id ? changed : each))}
          onMuted={(until) => mute(post.author.id, until)}
        />
      )}
      isCards
      count={
        isWaiting
          ? waiting > 0 && `${pluralize(waiting, 'post')} to review, longest waiting first`
          : 'Most recent decisions first'
      }
      empty={{
        title: isWaiting ? 'You’re all caught up' : 'No decisions yet',
        icon: 'check-circle',
      }}
      next={found.next}
    />
  )
}
