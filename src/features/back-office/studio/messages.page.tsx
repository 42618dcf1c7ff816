import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { Time } from '#web/shell/time.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/messages.page.ts'
import type { listMessagePage } from './messages.contract.ts'
import { FilterSelect } from './ui/filter-select.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { countRecipients, describeAudience, MESSAGE_STATE_NAMES } from './ui/message-words.ts'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

export const handle: StudioHandle = { title: 'Messages' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  loadPage(parseFilters('messages', new URL(url).searchParams), (body) =>
    call<typeof listMessagePage>('POST /Academy/api/studio/messages/', { body, signal }),
  ),
)

const STATES = [
  { value: '', label: 'All messages' },
  ...(['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const).map((value) => ({
    value,
    label: MESSAGE_STATE_NAMES[value],
  })),
] as const

export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { messages, is_more: isMore } = getView(loaderData)
  const address = useListAddress('messages')
  return (
    <ListPage
      address={address}
      filters={
        <FilterSelect
          label="State"
          value={address.filters.state ?? ''}
          options={STATES}
          onChange={(state) => address.change({ state: state || null })}
        />
      }
      items={messages}
      keyOf={({ id }) => id}
      row={(message) => <MessageListItem message={message} />}
      count={`${pluralize(messages.length, 'message')}, last changed first${isMore ? '; more on the next page' : ''}`}
      empty={{ title: 'No messages', icon: 'mail' }}
      next={isMore ? (messages.at(-1)?.id ?? null) : null}
    >
      <p className="mb-6 max-w-text text-sm text-muted">
        To write to learners, open <TextLink to="/Studio/Progress/">a course’s progress</TextLink>,{' '}
        <TextLink to="/Studio/Groups/">a group</TextLink>, or <TextLink to="/Studio/People/">a member</TextLink>, and
        select Write a message.
      </p>
    </ListPage>
  )
}

type Line = EndpointReply<typeof listMessagePage>['messages'][number]

function MessageListItem({ message }: { message: Line }) {
  const { id, subject, state, totals, send_at: sendAt, changed_at: changedAt, sender } = message
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={pageAddress('/Studio/Messages/:id', { id })}
          className="relative -my-2 block w-fit max-w-full min-w-0 py-2 font-semibold wrap-anywhere text-link hover:underline"
        >
          {subject || 'No subject yet'}
        </Link>
        <p className="text-sm wrap-anywhere text-muted">To: {describeAudience(message)}</p>
      </div>
      <p className="text-sm text-muted sm:text-right">
        <span className="block font-semibold text-ink">
          {MESSAGE_STATE_NAMES[state]}
          {['sending', 'sent', 'stopped'].includes(state) && `: ${formatProgress(totals)}`}
        </span>
        <span className="block">
          {state === 'scheduled' && sendAt !== null ? <Time at={sendAt} /> : <Time at={changedAt} />}
          {sender !== '' && `, ${sender}`}
        </span>
      </p>
    </div>
  )
}

function formatProgress(totals: Line['totals']): string {
  const all = countRecipients(totals)
  const [sent, total] = [totals.sent, all].map((count) => count.toLocaleString('en-US'))
  return totals.sent === all ? `${total}` : `${sent} of ${total}`
}
