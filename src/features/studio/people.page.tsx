import { useState } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/people.page.ts'
import type { findPeople } from './people.contract.ts'
import { SearchForm } from './ui/search-form.tsx'
import { StudioFailed, StudioFrame } from './ui/studio-frame.tsx'
import { useDeed } from './ui/use-deed.tsx'

type Found = ReplyOf<typeof findPeople>

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People', isPersonal: true })

const search = (words: string, signal?: AbortSignal) =>
  call<typeof findPeople>('POST /Academy/api/studio/members/', { body: { words }, ...(signal && { signal }) })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) => search('', signal), {
  tells: ['missing'],
})

export function HydrateFallback() {
  return (
    <StudioFrame title="People">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Skeleton className="h-96" />
    </StudioFrame>
  )
}

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioFailed title="People" />}>
      {(found) => <People first={found} />}
    </LoadedPage>
  )
}

function People({ first }: { first: Found }) {
  const [found, setFound] = useState(first)
  const [words, setWords] = useState('')
  const [searched, setSearched] = useState('')
  const { isBusy, outcome, run } = useDeed()
  const look = () =>
    run(async () => {
      setFound(await search(words))
      setSearched(words.trim())
      return undefined
    })
  return (
    <StudioFrame title="People">
      <SearchForm
        label="Find a member"
        hint="By name, email address, username, order number, or the number of a certificate."
        value={words}
        isBusy={isBusy}
        onChange={setWords}
        onSearch={() => void look()}
      />
      {outcome}
      <p role="status" className="mb-3 text-sm text-muted">
        {found.members.length > 0 && whichInWords(found, searched)}
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
                  since {since}
                  {state !== 'open' && `, ${state}`}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </StudioFrame>
  )
}

function whichInWords({ members, is_more: isMore }: Found, searched: string): string {
  if (searched === '') return isMore ? `The ${members.length} newest members` : 'All members, the newest first'
  return isMore ? `The first ${members.length} of them; another word finds fewer` : `${members.length} found`
}
