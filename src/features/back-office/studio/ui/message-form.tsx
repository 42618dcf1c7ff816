import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { formatDay, formatTime } from '#shared/dates.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { previewAMessage, readMessage } from '../messages.contract.ts'
import { EmailPreview } from './email-preview.tsx'
import { InlinePrompt } from './inline-prompt.tsx'
import { LeaveNotice } from './leave-notice.tsx'
import { MarkdownTextArea } from './markdown-text-area.tsx'
import type { messageActions } from './message-actions.ts'
import { SendLater, SendNow } from './send-message.tsx'
import { SettingsSection } from './settings-section.tsx'
import { useStaff } from './staff.ts'
import { useVariables, VariableList } from './variables.tsx'

export type MessageView = EndpointReply<typeof readMessage>
type Text = { subject: string; body: string }
export type Later = { day: string; time: string }

/** Writes a draft, or changes a scheduled message. */
export function MessageForm({ message }: { message: MessageView }) {
  const { id, state, reason, missing, variables, send_at: sendAt, time_zone: timeZone } = message
  const [text, setText] = useState<Text>({ subject: message.subject, body: message.body })
  const [{ saved, revision }, setSaved] = useState({ saved: text, revision: message.revision })
  const action = useAction<typeof messageActions>({ reloads: true })
  const navigate = useNavigate()
  const isChanged = text.subject !== saved.subject || text.body !== saved.body
  const change = (part: Partial<Text>) => {
    for (const field of Object.keys(part)) action.clearError(field)
    setText((now) => ({ ...now, ...part }))
  }
  const { mainField, onFocus, insert } = useVariables(text, 'body', change)
  const save = async () => {
    const sent = text
    const reply = await action.submit('saveMessage', id, { ...sent, revision })
    if (reply) setSaved({ saved: sent, revision: reply.revision })
  }
  const send = async (later: Later | null) => {
    const sent = text
    const reply = await action.submit('sendMessage', id, { ...sent, revision, later })
    if (reply) setSaved({ saved: sent, revision: reply.revision })
    return reply !== undefined
  }
  const cancel = async () => {
    const reply = await action.submit('cancelMessage', id)
    if (reply) setSaved({ saved, revision: reply.revision })
  }
  const remove = async () => {
    setSaved({ saved: text, revision })
    if (await action.submit('deleteMessage', id)) await navigate(pageAddress('/Studio/Messages/'))
  }
  const scheduled = sendAt === null ? undefined : toLater(new Date(sendAt), timeZone)
  const isScheduled = state === 'scheduled' && scheduled !== undefined
  const typing = (field: keyof Text) => ({
    value: text[field],
    error: action.errors[field],
    onFocus: onFocus(field),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      change({ [field]: currentTarget.value }),
  })
  return (
    <Form className="flex flex-col gap-8" onSubmit={() => (isScheduled ? send(scheduled) : save())}>
      {isScheduled && (
        <Notice kind="info">
          {`Scheduled for ${formatTime(new Date(sendAt ?? 0), timeZone, 'en-US')} by ${message.sender}.`}
        </Notice>
      )}
      {reason !== null && state === 'draft' && <Notice kind="error">{reason}</Notice>}
      {missing !== null && <MissingSetting missing={missing} />}
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-8">
          <SettingsSection id="text" title="Text">
            <TextField
              label="Subject"
              hint="At most 120 characters. Phones show about 40."
              autoComplete="off"
              {...typing('subject')}
            />
            <MarkdownTextArea
              ref={mainField}
              label="Message"
              hint="Format it with **bold**, [links](https://example.com), and lists. The email also has your name, mailing address, and an unsubscribe link."
              rows={12}
              grows
              {...typing('body')}
            />
          </SettingsSection>
          <SettingsSection id="variables" title="Variables">
            <VariableList variables={variables} onInsert={insert} />
          </SettingsSection>
        </div>
        <EmailPreview
          text={text}
          saved={message.preview}
          load={(typed, signal) =>
            call<typeof previewAMessage>('POST /Academy/api/studio/messages/:id/preview/', {
              params: { id },
              body: typed,
              signal,
            })
          }
        />
      </div>
      <div
        data-sticky="bottom"
        className="-mx-4 flex flex-col gap-3 border-t border-line bg-paper px-4 py-3 sm:sticky sm:bottom-0 sm:z-10"
      >
        <LeaveNotice isChanged={isChanged} />
        <ActionNotice action={action} fields={['subject', 'body', 'later.day', 'later.time']} />
        {/* An open prompt replaces the other buttons. */}
        <div className="flex flex-wrap items-start gap-3 has-[[role=group]]:[&>:not(:has([role=group]))]:hidden">
          <Button type="submit" variant="quiet" busy={action.isBusy} disabled={!isChanged}>
            {isScheduled ? 'Save changes' : 'Save draft'}
          </Button>
          <Button
            variant="quiet"
            busy={action.isRunning('testMessage')}
            onClick={() => void action.submit('testMessage', id, text)}
          >
            Send me a test
          </Button>
          {missing === null && (
            <>
              <InlinePrompt label={isScheduled ? 'Change time…' : 'Send later…'}>
                {(close) => (
                  <SendLater
                    scheduled={scheduled}
                    timeZone={timeZone}
                    action={action}
                    onSend={async (later) => void ((await send(later)) && close())}
                    onClose={close}
                  />
                )}
              </InlinePrompt>
              <InlinePrompt label="Send now…" variant="primary">
                {(close) => <SendNow id={id} action={action} onSend={() => send(null)} onClose={close} />}
              </InlinePrompt>
            </>
          )}
          {isScheduled ? (
            <Button variant="danger-link" busy={action.isRunning('cancelMessage')} onClick={() => void cancel()}>
              Don’t send
            </Button>
          ) : (
            <InlinePrompt label="Delete draft…" variant="danger-link">
              {(close) => (
                <div className="flex flex-col gap-3" role="group" aria-label="Delete draft">
                  <p className="text-sm">This deletes the draft. You can’t undo this.</p>
                  <div className="flex flex-wrap gap-3">
                    <Button busy={action.isRunning('deleteMessage')} onClick={() => void remove()}>
                      Delete draft
                    </Button>
                    <Button variant="quiet" onClick={close}>
                      Cancel
                    </Button>
                  </div>
                </div>
              )}
            </InlinePrompt>
          )}
        </div>
      </div>
    </Form>
  )
}

function MissingSetting({ missing }: { missing: NonNullable<MessageView['missing']> }) {
  const role = useStaff()?.role
  const canSet = role !== undefined && hasPermissionForAny(role, 'change site settings')
  const isAddress = missing === 'postal_address'
  const link = isAddress ? '/Studio/Site/' : '/Studio/Email/'
  return (
    <Notice
      kind="info"
      {...(canSet && {
        action: <TextLink to={link}>{isAddress ? 'Enter mailing address' : 'Set up mail server'}</TextLink>,
      })}
    >
      {isAddress
        ? 'Before you can send this, your mailing address must be in the settings. US law requires it in each email.'
        : 'Before you can send this, a mail server must be set up.'}
      {!canSet && ' Ask an owner.'}
    </Notice>
  )
}

/** The day and time of an instant in the academy's time zone. */
function toLater(instant: Date, timeZone: string): Later {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return { day: formatDay(instant, timeZone), time: new Intl.DateTimeFormat('en-US', options).format(instant) }
}
