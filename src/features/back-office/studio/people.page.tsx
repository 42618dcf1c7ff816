import { Day } from '#web/shell/day.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/people.page.ts'
import type { findMembers } from './people.contract.ts'
import { type DateRange, parseDateRange, formatDateRange } from './ui/days.ts'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { BulkEnrollment } from './ui/bulk-enrollment.tsx'
import { SearchForm } from './ui/search-form.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'

type MemberSearchResult = EndpointReply<typeof findMembers>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People', isPersonal: true })

type MemberFilter = NonNullable<EndpointInput<typeof findMembers>['body']>

const search = (body: MemberFilter, signal?: AbortSignal) =>
  call<typeof findMembers>('POST /Academy/api/studio/members/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const days = parseDateRange(new URL(url).searchParams)
    return { days, found: await search(days, signal) }
  },
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title="People" />
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title="People" />}>
      {({ days, found }) => <People key={`${days.since} ${days.until}`} first={found} days={days} />}
    </LoadedPage>
  )
}

function People({ first, days }: { first: MemberSearchResult; days: DateRange }) {
  const [found, setFound] = useState(first)
  const [words, setWords] = useState('')
  const [asked, setAsked] = useState<MemberFilter>(days)
  const { isBusy, outcome, run } = useAction()
  const look = () =>
    run(async () => {
      // A text search covers all members.
      setFound(await search({ words }))
      setAsked({ words })
      return undefined
    })
  const refresh = () =>
    run(async () => {
      setFound(await search({}))
      setWords('')
      setAsked({})
      return undefined
    })
  const older = () =>
    run(async () => {
      const last = found.members.at(-1)
      if (!last) return undefined
      const more = await search({ ...asked, after: last.id })
      setFound({ ...found, members: [...found.members, ...more.members], is_more: more.is_more })
      return undefined
    })
  return (
    <StudioLayout title="People">
      <SearchForm
        label="Find a member"
        hint="By name, email address, username, order number, or the number of a certificate."
        value={words}
        isBusy={isBusy}
        onChange={setWords}
        onSearch={() => void look()}
      />
      <div className="mb-6">
        <InlinePrompt label="Enrol many from a file …">
          {(close) => <BulkEnrollment onEnrolled={() => void refresh()} onClose={close} />}
        </InlinePrompt>
      </div>
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {found.members.length > 0 && describeFilter(found, asked)}
      </p>
      {found.members.length === 0 ? (
        <EmptyState icon="file" title="Nobody of that name, address, order or certificate" />
      ) : (
        <ul className="flex flex-col rounded-card border border-line bg-surface">
          {found.members.map(({ id, name, username, email, role, since, state }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line p-4 last:border-b-0 sm:px-6"
            >
              <div className="min-w-0 flex-1 basis-64">
                <Link
                  to={pageAddress('/Studio/People/:id', { id })}
                  className="relative -my-2 block w-fit max-w-full py-2 font-semibold wrap-anywhere text-link hover:underline"
                >
                  {name || username}
                </Link>
                <p className="text-sm wrap-anywhere text-muted">{email}</p>
              </div>
              <p className="text-sm text-muted sm:text-right">
                <span className="block">
                  {username}
                  {role !== 'learner' && `, ${role}`}
                </span>
                <span className="block">
                  since <Day day={since} />
                  {state !== 'open' && `, ${state}`}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      {found.is_more && <ShowMore label="Show more" busy={isBusy} onMore={older} />}
    </StudioLayout>
  )
}

function describeFilter(
  { members, count, is_more: isMore }: MemberSearchResult,
  { words = '', since, until }: MemberFilter,
): string {
  const { length } = members
  const shown = isMore ? ` The newest ${length} of them:` : ''
  if (count !== null) return `${pluralize(count, 'member')} joined ${formatDateRange({ since, until })}.${shown}`
  if (words.trim() === '') return isMore ? `The ${length} newest members` : 'All members, the newest first'
  return isMore ? `The ${length} newest of them; another word finds fewer` : `${length} found`
}
