import { useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { useAction } from '#web/client/use-action.ts'
import { Time } from '#web/shell/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import type { readEmailSettings } from '../email-settings.contract.ts'
import { LeaveNotice } from './leave-notice.tsx'
import { ServerFields } from './server-fields.tsx'
import type { emailSettingsActions } from './service-settings-actions.ts'
import { SettingsSection } from './settings-section.tsx'

type Read = EndpointReply<typeof readEmailSettings>
type Bounces = Read['bounces']

const LOCKED = 'Set by your server administrator.'
const PORTS = { tls: '993', starttls: '143' } as const

export function ReturnedEmailsForm({ bounces, revision, state }: Pick<Read, 'bounces' | 'revision' | 'state'>) {
  const { locked, is_read: isRead } = bounces
  const [form, setForm] = useState(bounces.form)
  const [password, setPassword] = useState('')
  const action = useAction<typeof emailSettingsActions>({ reloads: true })
  const { errors } = action
  const isLocked = locked.mailbox !== null && locked.address
  const isChanged = password !== '' || JSON.stringify(form) !== JSON.stringify(bounces.form)
  const save = async () => {
    if (await action.submit('saveBounces', { ...form, password, revision })) setPassword('')
  }
  const text = (key: 'address' | 'folder') => ({
    value: form[key],
    error: errors[key],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((now) => ({ ...now, [key]: value })),
  })
  return (
    <Form className="flex max-w-text flex-col gap-6" onSubmit={save}>
      {(state === 'missing' || state === 'simulated') && (
        <Notice kind="info" action={<TextLink to="/Studio/Email/">Set up mail server</TextLink>}>
          Set up your mail server first. Then you can choose where emails are returned.
        </Notice>
      )}
      <SettingsSection id="returned" title="Mailbox">
        <p className="text-muted">
          If an email can’t be delivered, or a member reports it as spam, you get a report by email. We can read these
          reports in your mailbox, once a minute. Members whose address doesn’t work, or who reported spam, then get
          only required emails. We mark the reports as read, and leave other emails alone.
        </p>
        <MailboxStatus bounces={bounces} />
        <TextField
          label="Return address"
          type="email"
          hint={
            locked.address ? LOCKED : 'Undeliverable emails are sent here. Leave this blank for the sender’s address.'
          }
          disabled={locked.address}
          {...text('address')}
        />
        {locked.mailbox === null && (
          <>
            <ServerFields
              values={{ ...form, password }}
              errors={errors}
              hasPassword={bounces.has_password}
              hostHint="The IMAP server of that mailbox, such as imap.example.com. Leave this blank to read no mailbox."
              ports={PORTS}
              onChange={({ password: typed, ...change }) => {
                if (typed !== undefined) setPassword(typed)
                setForm((now) => ({ ...now, ...change }))
              }}
            />
            <TextField label="Folder" hint="Usually INBOX." spellCheck={false} {...text('folder')} />
          </>
        )}
      </SettingsSection>
      <LeaveNotice isChanged={isChanged} />
      <ActionNotice action={action} />
      <div className="flex flex-wrap items-center gap-4">
        {!isLocked && (
          <Button type="submit" busy={action.isRunning('saveBounces')}>
            Save
          </Button>
        )}
        {isRead && (
          <Button
            variant="quiet"
            busy={action.isRunning('checkBounces')}
            disabled={isChanged}
            onClick={() => void action.submit('checkBounces')}
          >
            Check the mailbox
          </Button>
        )}
      </div>
    </Form>
  )
}

function MailboxStatus({
  bounces: { locked, is_read: isRead, read_at: readAt, problem, failing_since: since },
}: {
  bounces: Bounces
}) {
  return (
    <>
      {locked.mailbox !== null && <Notice>Your server administrator has set the mailbox: {locked.mailbox}.</Notice>}
      {problem !== null && (
        <Notice kind="error">
          {since !== null && (
            <>
              We haven’t been able to read the mailbox since <Time at={since} />.{' '}
            </>
          )}
          {problem}
        </Notice>
      )}
      {isRead && (
        <p className="text-sm text-muted">
          {readAt === null ? (
            'Not read yet.'
          ) : (
            <>
              Last read <Time at={readAt} />
            </>
          )}
        </p>
      )}
    </>
  )
}
