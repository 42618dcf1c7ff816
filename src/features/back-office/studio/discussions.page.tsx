import { useState } from 'react'
import { Link } from 'react-router'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/discussions.page.ts'
import type { listUnansweredDiscussions } from '#features/community/discussions/thread-actions.contract.ts'

type UnansweredDiscussions = EndpointReply<typeof listUnansweredDiscussions>

const TITLE = 'Questions without an answer'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const list = (after: string | null, signal?: AbortSignal) =>
  call<typeof listUnansweredDiscussions>('POST /Academy/api/studio/discussions/', {
    body: { after },
    ...(signal && { signal }),
  })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) => list(null, signal), {
  reasons: ['missing'],
})

export function HydrateFallback() {
  return <StudioLoading title={TITLE} />
}

export default function UnansweredPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title={TITLE} />}>
      {(found) => <UnansweredList found={found} />}
    </LoadedPage>
  )
}

function UnansweredList({ found: first }: { found: UnansweredDiscussions }) {
  const [found, setFound] = useState(first)
  const { isBusy, outcome, run } = useAction()
  const more = () =>
    run(async () => {
      const next = await list(found.next)
      setFound({ ...next, threads: [...found.threads, ...next.threads] })
      return undefined
    })
  return (
    <StudioLayout title={TITLE}>
      <BackLink to="/Studio/">Today</BackLink>
      {outcome}
      {found.threads.length === 0 ? (
        <EmptyState icon="check-circle" title="Nobody waits for an answer" />
      ) : (
        <ul className="mt-4 flex list-none flex-col rounded-card border border-line bg-surface">
          {found.threads.map(({ id, title, course, asked, is_hidden: isHidden }) => (
            <li key={id} className="border-b border-line p-4 last:border-b-0 sm:px-6">
              <Link
                to={pageAddress('/MyAcademy/:id/Discussions/:thread', { id: course.id, thread: id })}
                dir="auto"
                className="relative -my-1.5 block w-fit max-w-full py-1.5 font-semibold text-pretty wrap-anywhere text-link hover:underline"
              >
                {title}
              </Link>
              <p className="text-sm text-muted">
                {course.name} · {asked}
                {isHidden && ' · hidden'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {found.next !== null && <ShowMore label="Show more" busy={isBusy} onMore={more} />}
    </StudioLayout>
  )
}
