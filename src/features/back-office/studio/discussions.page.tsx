import { Link } from 'react-router'
import type { listUnansweredDiscussions } from '#features/community/discussions/thread-actions.contract.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/discussions.page.ts'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Unanswered questions' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('unanswered', new URL(url).searchParams), (body) =>
    call<typeof listUnansweredDiscussions>('POST /Academy/api/studio/discussions/', { body, signal }),
  ),
)

export default function UnansweredPage({ loaderData }: Route.ComponentProps) {
  const { threads, next } = getView(loaderData)
  return (
    <ListPage
      address={useListAddress('unanswered')}
      items={threads}
      keyOf={({ id }) => id}
      row={({ id, title, course, asked_at: askedAt, is_hidden: isHidden }) => (
        <>
          <Link
            to={pageAddress('/MyAcademy/:id/Discussions/:thread', { id: course.id, thread: id })}
            dir="auto"
            className="relative -my-1.5 block w-fit max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
          >
            {title}
          </Link>
          <p className="text-sm text-muted">
            {course.name} · <Time at={askedAt} />
            {isHidden && ' · hidden'}
          </p>
        </>
      )}
      count="Oldest first"
      empty={{ title: 'No unanswered questions', icon: 'check-circle' }}
      next={next}
    />
  )
}
