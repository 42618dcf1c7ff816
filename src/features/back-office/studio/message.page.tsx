import { useNavigate, useRevalidator } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { pluralize } from '#shared/pluralize.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { loadPage } from '#web/client/load-page.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { BackLink, TextLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/message.page.ts'
import type { listMessageRecipients, readMessage } from './messages.contract.ts'
import { EmailPreview } from './ui/email-preview.tsx'
import { FilterSelect } from './ui/filter-select.tsx'
import { InlinePrompt } from './ui/inline-prompt.tsx'
import { useListAddress } from './ui/list-address.ts'
import { parseFilters } from './ui/list-filters.ts'
import { ListPage } from './ui/list-page.tsx'
import { messageActions } from './ui/message-actions.ts'
import { MessageForm, type MessageView } from './ui/message-form.tsx'
import { countRecipients, describeAudience, MESSAGE_STATE_NAMES } from './ui/message-words.ts'
import { PersonListItem } from './ui/person-list-item.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Found = EndpointReply<typeof listMessageRecipients>

export const handle: StudioHandle = {
  title: 'Message',
  heading: ({ message }: { message: MessageView }) => message.subject || 'New message',
}
export const meta = studioMeta

export const clientLoader = studioLoader(
  async ({ params: { id }, request: { url, signal } }: Route.ClientLoaderArgs) => {
    const asked = { params: { id }, signal }
    const message = await call<typeof readMessage>('GET /Academy/api/studio/messages/:id/', asked)
    if (!message.has_recipients) return { message, found: undefined }
    const found = await loadPage(parseFilters('recipients', new URL(url).searchParams), (body) =>
      call<typeof listMessageRecipients>('POST /Academy/api/studio/messages/:id/recipients/', { ...asked, body }),
    )
    return { message, found }
  },
)

export const clientAction = defineActions(messageActions)

export default function MessagePage({ loaderData }: Route.ComponentProps) {
  const { message, found } = getView(loaderData)
  const { id, state } = message
  const isEditable = state === 'draft' || state === 'scheduled'
  return (
    <div key={`${id} ${isEditable}`}>
      <BackLink to="/Studio/Messages/">Messages</BackLink>
      <p className="mt-4 mb-6 max-w-text wrap-anywhere">
        <span className="text-muted">To:</span> <Audience message={message} />
      </p>
      {isEditable ? <MessageForm message={message} /> : <MessageReport message={message} found={found} />}
    </div>
  )
}

/** Links to the member, group, or course, if it still exists. */
function Audience({ message }: { message: MessageView }) {
  const { audience, member, group, course_id: course } = message
  const text = describeAudience(message)
  if (audience === 'member' && member !== null)
    return <TextLink to={pageAddress('/Studio/People/:id', { id: member })}>{text}</TextLink>
  if (audience === 'group' && group !== null)
    return <TextLink to={pageAddress('/Studio/Groups/:id', { id: group })}>{text}</TextLink>
  return (audience === 'course' || audience === 'lecture') && course !== null ? (
    <TextLink to={{ pathname: '/Studio/Progress/', search: `?course=${course}` }}>{text}</TextLink>
  ) : (
    text
  )
}

/** The figures of a message that is being sent, or was. */
function MessageReport({ message, found }: { message: MessageView; found: Found | undefined }) {
  const { id, state, reason, totals, not_sent: notSent, preview, sender } = message
  const action = useAction<typeof messageActions>({ reloads: true })
  const navigate = useNavigate()
  const { revalidate, state: loading } = useRevalidator()
  const copy = async () => {
    const made = await action.submit('copyMessage', id)
    if (made) await navigate(pageAddress('/Studio/Messages/:id', { id: made.id }))
  }
  const { sent, waiting, failed, skipped } = totals
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="figures" className="flex flex-col gap-4">
        <h2 id="figures" className="text-xl">
          {MESSAGE_STATE_NAMES[state]}
        </h2>
        {state === 'stopped' && reason !== null && <Notice kind="info">{reason}</Notice>}
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {(
            [
              ['Recipients', countRecipients(totals)],
              ['Sent', sent],
              ['Waiting', waiting],
              ['Failed', failed],
            ] as const
          ).map(([label, count]) => (
            <div key={label} className="rounded-card border border-line bg-surface p-4">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="money text-2xl">{count.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
        {failed > 0 && (
          <p className="max-w-text text-sm">
            Mail servers rejected {pluralize(failed, 'email')}. See{' '}
            <TextLink to="/Studio/Mails/">Failed emails</TextLink>.
          </p>
        )}
        {skipped > 0 && (
          <div className="text-sm">
            <p>
              {skipped === 1 ? '1 person didn’t get it:' : `${skipped.toLocaleString('en-US')} people didn’t get it:`}
            </p>
            <ul className="list-disc pl-5">
              {notSent.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        )}
        <p className="text-sm text-muted">
          {message.started_at !== null && (
            <>
              Started <Time at={message.started_at} />
              {sender !== '' && ` by ${sender}`}.{' '}
            </>
          )}
          {message.ended_at !== null && (
            <>
              Ended <Time at={message.ended_at} />.
            </>
          )}
        </p>
        <ActionNotice action={action} />
        <div className="flex flex-wrap gap-3">
          {state === 'sending' && (
            <>
              <Button variant="quiet" busy={loading !== 'idle'} onClick={() => void revalidate()}>
                Update figures
              </Button>
              <InlinePrompt label="Stop sending…">
                {(close) => (
                  <div className="flex flex-col gap-3" role="group" aria-label="Stop sending">
                    <p className="max-w-text text-sm">
                      Those who haven’t gotten it yet won’t. You can’t continue later, but you can copy the message. A
                      copy goes to everyone, including those who already got this one.
                    </p>
                    <div className="flex flex-wrap gap-3">
                      <Button
                        busy={action.isRunning('stopMessage')}
                        onClick={() => void action.submit('stopMessage', id)}
                      >
                        Stop sending
                      </Button>
                      <Button variant="quiet" onClick={close}>
                        Keep sending
                      </Button>
                    </div>
                  </div>
                )}
              </InlinePrompt>
            </>
          )}
          <Button variant="quiet" busy={action.isRunning('copyMessage')} onClick={() => void copy()}>
            Copy to a new draft
          </Button>
        </div>
        {state === 'stopped' && sent > 0 && (
          <p className="text-sm text-muted">A copy goes to everyone, including those who already got this one.</p>
        )}
      </section>
      {found ? (
        <section aria-labelledby="recipients">
          <h2 id="recipients" className="mb-4 text-xl">
            Recipients
          </h2>
          <Recipients found={found} />
        </section>
      ) : (
        <p className="max-w-text text-sm text-muted">The list of recipients was deleted after 90 days.</p>
      )}
      <EmailPreview text={{ subject: message.subject, body: message.body }} saved={preview} />
    </div>
  )
}

const STATES = { sent: 'Sent', waiting: 'Waiting', failed: 'Failed', skipped: 'Not sent' } as const
const CHOICES = [
  { value: '', label: 'Everyone' },
  ...(['sent', 'waiting', 'failed', 'skipped'] as const).map((value) => ({ value, label: STATES[value] })),
] as const

function Recipients({ found: { recipients, is_more: isMore } }: { found: Found }) {
  const address = useListAddress('recipients')
  return (
    <ListPage
      address={address}
      filters={
        <FilterSelect
          label="Result"
          value={address.filters.state ?? ''}
          options={CHOICES}
          onChange={(state) => address.change({ state: state || null })}
        />
      }
      items={recipients}
      keyOf={({ id }) => id}
      row={({ id, name, email, state, reason, when }) => (
        <PersonListItem title={STATES[state]} person={{ id, name: `${name}, ${email}` }} unknown={email}>
          {reason !== null && <span className="block wrap-anywhere">{reason}</span>}
          {state !== 'waiting' && (
            <span className="block">
              <Time at={when} />
            </span>
          )}
        </PersonListItem>
      )}
      count={`${recipients.length === 1 ? '1 person' : `${recipients.length} people`}${isMore ? '; more on the next page' : ''}`}
      empty={{ title: 'No one', icon: 'mail' }}
      next={isMore ? (recipients.at(-1)?.id ?? null) : null}
    />
  )
}
