import { useState } from 'react'
import type { InputOf, ReplyOf } from '#shared/endpoint.ts'
import { counted } from '#shared/counted.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/loaded.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/failed-emails.page.ts'
import type { findFailedMails } from './lists.contract.ts'
import { daysIn, daysInWords } from './ui/days.ts'
import { PersonLine, PersonLines } from './ui/person-lines.tsx'
import { ShowMore } from './ui/show-more.tsx'
import { StudioFailed, StudioFrame, StudioWaiting } from './ui/studio-frame.tsx'
import { useDeed } from './ui/use-action.tsx'
import { withMore } from './ui/with-more.ts'

type Found = ReplyOf<typeof findFailedMails>
type Wanted = InputOf<typeof findFailedMails>['body']

const TITLE = 'Mails that did not go out'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: TITLE, isPersonal: true })

const search = (body: Wanted, signal?: AbortSignal) =>
  call<typeof findFailedMails>('POST /Academy/api/studio/mails/', { body, ...(signal && { signal }) })

export const clientLoader = memberLoader(
  async ({ request: { url, signal } }: Route.ClientLoaderArgs) => {
    const { since } = daysIn(new URL(url).searchParams)
    return { wanted: { since }, found: await search({ since }, signal) }
  },
  { tells: ['missing'] },
)

export function HydrateFallback() {
  return <StudioWaiting title={TITLE} />
}

export default function FailedMailsPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<StudioFailed title={TITLE} />}>
      {(loaded) => <FailedMails {...loaded} />}
    </LoadedPage>
  )
}

function FailedMails({ wanted, found: first }: { wanted: Wanted; found: Found }) {
  const [found, setFound] = useState(first)
  const { isBusy, outcome, run } = useDeed()
  const older = () =>
    run(async () => {
      setFound(await withMore(found, 'mails', ({ id }) => search({ ...wanted, after: id })))
      return undefined
    })
  return (
    <StudioFrame title={TITLE}>
      <BackLink to="/Studio/">Today</BackLink>
      <p className="mt-4 max-w-text text-muted">
        The mail server of the receiver refused these, or did not answer for too long. Ask the member for another
        address, then mail it again from the member’s page.
      </p>
      {outcome}
      <p role="status" className="mt-6 mb-3 text-sm text-muted">
        {found.count > 0 &&
          `${counted(found.count, 'mail')}${wanted.since ? ` ${daysInWords({ since: wanted.since })} on` : ''}, the newest first`}
      </p>
      {found.mails.length === 0 ? (
        <EmptyState icon="mail" title="All mails went out" />
      ) : (
        <PersonLines>
          {found.mails.map(({ id, date, subject, address, result, member_id: memberId }) => (
            <PersonLine
              key={id}
              title={subject}
              person={memberId === null ? null : { id: memberId, name: address }}
              unknown={address}
            >
              <span className="block wrap-anywhere">{result}</span>
              <span className="block">{date}</span>
            </PersonLine>
          ))}
        </PersonLines>
      )}
      {found.is_more && <ShowMore busy={isBusy} onMore={older} />}
    </StudioFrame>
  )
}
