import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call, callForFile } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import type { Route } from './+types/failed-emails.page.ts'
import type { exportFailedEmails, findFailedEmails } from './lists.contract.ts'
import { DateFilters } from './ui/date-filters.tsx'
import { SORT_NAMES, useListAddress } from './ui/list-address.ts'
import { downloadActions, FILE_LIMIT_MS, ListDownload } from './ui/list-download.tsx'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { PersonListItem } from './ui/person-list-item.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Failed emails' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('failedEmails', new URL(url).searchParams), (body) =>
    call<typeof findFailedEmails>('POST /Academy/api/studio/mails/', { body, signal }),
  ),
)

const actions = downloadActions('failed-emails.csv', (body: EndpointInput<typeof exportFailedEmails>['body']) =>
  callForFile<typeof exportFailedEmails>('POST /Academy/api/studio/mails/file/', { body, limitMs: FILE_LIMIT_MS }),
)

export const clientAction = defineActions(actions)

export default function FailedEmailsPage({ loaderData }: Route.ComponentProps) {
  const found = getView(loaderData)
  const address = useListAddress('failedEmails')
  const { since, until, sort } = address.filters
  return (
    <>
      <p className="mb-6 max-w-text text-muted">
        The recipient’s mail server rejected these emails or didn’t respond in time. Ask the member for another address,
        update it on the member’s page, then resend the email.
      </p>
      <ListPage
        address={address}
        filters={<DateFilters since={since} until={until} onChange={address.change} />}
        items={found.mails}
        keyOf={({ id }) => id}
        row={({ date, subject, address: email, result, member_id: memberId }) => (
          <PersonListItem
            title={subject}
            person={memberId === null ? null : { id: memberId, name: email }}
            unknown={email}
          >
            <span className="block wrap-anywhere">{result}</span>
            <span className="block">
              <Time at={date} />
            </span>
          </PersonListItem>
        )}
        count={`${pluralize(found.count, 'email')}, ${SORT_NAMES[sort]}`}
        download={<ListDownload permission="export lists" filters={{ since, until, sort }} />}
        empty={{ title: 'No failed emails', icon: 'mail' }}
        next={found.is_more ? (found.mails.at(-1)?.id ?? null) : null}
      />
    </>
  )
}
