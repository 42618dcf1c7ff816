import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { ActionNotice } from '#web/ui/form.tsx'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/people.page.ts'
import type { exportMembers, findMembers } from './people.contract.ts'
import { BulkEnrollment, enrollmentActions } from './ui/bulk-enrollment.tsx'
import { DateFilters } from './ui/date-filters.tsx'
import { DateRangeText } from './ui/date-range-text.tsx'
import { EmailGrantForm, emailGrantActions } from './ui/email-grant.tsx'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { type ListFilters, parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { loadRecentEnrollments, RecentEnrollments, undoEnrollmentActions } from './ui/recent-enrollments.tsx'
import { readSearchText } from './ui/search-text.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type MemberSearchResult = EndpointReply<typeof findMembers>

export const handle: StudioHandle = { title: 'Members' }
export const meta = studioMeta

export const clientLoader = studioLoader(async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
  const { search, ...filters } = parseFilters('members', new URL(url).searchParams)
  const words = readSearchText(search)
  const [found, recent] = await Promise.all([
    loadPage({ ...filters, words }, (body) =>
      call<typeof findMembers>('POST /Academy/api/studio/members/', { body, signal }),
    ),
    loadRecentEnrollments(signal),
  ])
  return { words, found, recent }
})

const actions = downloadActions('members.csv', (body: EndpointInput<typeof exportMembers>['body']) =>
  callForFile<typeof exportMembers>('POST /Academy/api/studio/members/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions, emailGrantActions, enrollmentActions, undoEnrollmentActions)

export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const { words, found, recent } = getView(loaderData)
  const address = useListAddress('members')
  const navigate = useNavigate()
  const grant = useAction<typeof emailGrantActions>({ reloads: true })
  const { since, until, sort } = address.filters
  // The form's notice is out of date when its enrollment has been undone.
  const [undone, setUndone] = useState(0)
  return (
    <ListPage
      address={address}
      search={{
        label: 'Search members',
        hint: 'Name, email, username, order number, or certificate ID.',
        text: words,
      }}
      filters={<DateFilters since={since} until={until} onChange={address.change} />}
      items={found.members}
      keyOf={({ id }) => id}
      row={(member) => <MemberListItem member={member} />}
      count={describeFilter(found, { ...address.filters, words })}
      download={<ListDownload permission="export lists" filters={{ words, since, until, sort }} />}
      empty={{ title: 'No members found' }}
      next={found.is_more ? (found.members.at(-1)?.id ?? null) : null}
    >
      <div className="mb-6 flex flex-wrap gap-4 has-[form]:flex-col">
        <InlinePrompt label="Give free access…" isOpenAtFirst={address.opensForm}>
          {(close) => <EmailGrantForm action={grant} onClose={close} />}
        </InlinePrompt>
        <InlinePrompt label="Enroll from a file…">
          {(close) => (
            <BulkEnrollment
              key={undone}
              onEnrolled={() => void navigate(pageAddress('/Studio/People/'))}
              onClose={close}
            />
          )}
        </InlinePrompt>
        {grant.status?.kind === 'success' && <ActionNotice action={grant} className="w-full" />}
      </div>
      <RecentEnrollments recent={recent} onUndone={() => setUndone((count) => count + 1)} />
    </ListPage>
  )
}

function MemberListItem({
  member: { id, name, username, email, role, since, state },
}: {
  member: MemberSearchResult['members'][number]
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
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
          {' '}
          joined <Time at={since} />
          {state !== 'open' && `, ${state}`}
        </span>
      </p>
    </div>
  )
}

function describeFilter(
  { members: { length }, count, is_more: isMore }: MemberSearchResult,
  { words, sort, after, ...days }: ListFilters<'members'> & { words: string },
) {
  if (count !== null)
    return (
      <>
        {pluralize(count, 'member')} joined
        <DateRangeText {...days} before=" " />, {SORT_NAMES[sort]}
      </>
    )
  if (words === '' && !isMore && after === null) return `All members, ${SORT_NAMES[sort]}`
  if (words === '')
    return `${pluralize(length, 'member')}, ${SORT_NAMES[sort]}${isMore ? '; more on the next page' : ''}`
  return isMore ? `${length} shown, ${SORT_NAMES[sort]}; add a word to narrow the results` : `${length} found`
}
