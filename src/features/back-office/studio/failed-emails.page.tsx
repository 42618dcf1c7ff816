import { useState } from 'react'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/failed-emails.page.ts'
import type { findFailedEmails } from './lists.contract.ts'
import { parseDateRange, formatDateRange } from './ui/days.ts'
import { PersonListItem, PersonList } from './ui/person-list.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioLoadError, StudioLayout, StudioLoading } from './ui/studio-frame.tsx'
import { useAction } from './ui/use-action.tsx'
import { appendNextPage } from './ui/append-page.ts'

type FailedEmailSearchResult = EndpointReply<typeof findFailedEmails>
type FailedEmailFilter = EndpointInput<typeof findFailedEmails>['body']

const TITLE = 'Mails that did not go out'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const search = (body: FailedEmailFilter, signal?: AbortSignal) =>
  call<typeof findFailedEmails>('POST /Academy/api/studio/mails/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const { since } = parseDateRange(new URL(url).searchParams)
    return { wanted: { since }, found: await search({ since }, signal) }
  },
  { reasons: ['missing'] },
)

export function HydrateFallback() {
  return <StudioLoading title={TITLE} />
}

export default function FailedEmailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioLoadError title={TITLE} />}>
      {(loaded) => <FailedEmails {...loaded} />}
    </LoadedPage>
  )
}

function FailedEmails({ wanted, found: first }: { wanted: FailedEmailFilter; found: FailedEmailSearchResult }) {
  const [found, setFound] = useState(first)
  const { isBusy, outcome, run } = useAction()
  const older = () =>
    run(async () => {
      setFound(await appendNextPage(found, 'mails', ({ id }) => search({ ...wanted, after: id })))
      return undefined
    })
  return (
    <StudioLayout title={TITLE}>
      <BackLink to="/Studio/">Today</BackLink>
      <p className="mt-4 max-w-text text-muted">
        The mail server of the receiver refused these, or did not answer for too long. Ask the member for another
        address, then mail it again from the member’s page.
      </p>
      {outcome}
      <p role="status" className="mt-6 mb-3 text-sm text-muted">
        {found.count > 0 &&
          `${pluralize(found.count, 'mail')}${wanted.since ? ` ${formatDateRange({ since: wanted.since })} on` : ''}, the newest first`}
      </p>
      {found.mails.length === 0 ? (
        <EmptyState icon="mail" title="All mails went out" />
      ) : (
        <PersonList>
          {found.mails.map(({ id, date, subject, address, result, member_id: memberId }) => (
            <PersonListItem
              key={id}
              title={subject}
              person={memberId === null ? null : { id: memberId, name: address }}
              unknown={address}
            >
              <span className="block wrap-anywhere">{result}</span>
              <span className="block">{date}</span>
            </PersonListItem>
          ))}
        </PersonList>
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioLayout>
  )
}
