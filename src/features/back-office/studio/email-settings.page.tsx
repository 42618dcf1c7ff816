import { useState } from 'react'
import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { Route } from './+types/email-settings.page.ts'
import type { readEmailSettings } from './email-settings.contract.ts'
import { LeaveNotice } from './ui/leave-notice.tsx'
import { ServerFields } from './ui/server-fields.tsx'
import { emailSettingsActions } from './ui/service-settings-actions.ts'
import { SavedLine, ServiceStateNotice } from './ui/service-state.tsx'
import { SettingsSection } from './ui/settings-section.tsx'
import { NextSetupStep } from './ui/setup.tsx'
import { getView, type StudioHandle, studioLoader, studioMeta } from './ui/studio-page.ts'

type Read = EndpointReply<typeof readEmailSettings>
type EmailForm = Read['form']

export const handle: StudioHandle = { title: 'Email' }
export const meta = studioMeta

export const clientLoader = studioLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof readEmailSettings>('GET /Academy/api/studio/settings/email/', { signal }),
)

export const clientAction = defineActions(emailSettingsActions)

export default function EmailSettingsPage({ loaderData }: Route.ComponentProps) {
  return <EmailSettings read={getView(loaderData)} />
}

const LOCKED = 'Set by your server administrator.'

const PORTS = { tls: '465', starttls: '587' } as const

function EmailSettings({ read }: { read: Read }) {
  const [form, setForm] = useState<EmailForm>(read.form)
  const [password, setPassword] = useState('')
  const action = useAction<typeof emailSettingsActions>({ reloads: true })
  const { errors } = action
  const { locked, state } = read
  const isLocked = locked.server !== null && locked.sender
  const isChanged = password !== '' || JSON.stringify(form) !== JSON.stringify(read.form)
  const change = (part: Partial<EmailForm>) => setForm((now) => ({ ...now, ...part }))
  const save = async () => {
    const tidied = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, value.trim()])) as EmailForm
    setForm(tidied)
    if (await action.submit('saveEmail', { ...tidied, password, revision: read.revision })) setPassword('')
  }
  const text = (key: 'sender_name' | 'sender_address', isDisabled: boolean) => ({
    value: form[key],
    error: errors[key],
    disabled: isDisabled,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [key]: currentTarget.value }),
  })
  const canTest = state === 'used' || state === 'locked' || state === 'simulated'
  return (
    <Form className="flex max-w-text flex-col gap-10" onSubmit={save}>
      <ServiceStateNotice
        state={state}
        missing="No mail server is set up. Emails are queued until you set one up."
        simulated="No mail server is set up. Emails are captured on this machine and aren’t delivered."
        locked={`Your server administrator has set the mail server: ${locked.server ?? ''}.`}
        isConfirming={action.isRunning('confirm')}
        onConfirm={() => void action.submit('confirm', read.revision)}
      />
      {locked.server === null && (
        <SettingsSection id="server" title="Mail server">
          <ServerFields
            values={{ ...form, password }}
            errors={errors}
            hasPassword={read.has_password}
            hostHint="From your email provider, such as smtp.example.com."
            ports={PORTS}
            onChange={({ password: typed, ...part }) => {
              if (typed !== undefined) setPassword(typed)
              change(part)
            }}
          />
        </SettingsSection>
      )}
      <SettingsSection id="sender" title="Sender">
        <TextField
          label="Sender name"
          hint={locked.sender ? LOCKED : 'Recipients see this name.'}
          {...text('sender_name', locked.sender)}
        />
        <TextField
          label="Sender address"
          type="email"
          hint={locked.sender ? LOCKED : 'An address that your email provider lets you send from.'}
          {...text('sender_address', locked.sender)}
        />
        <p className="text-sm text-muted">
          {read.reply_to === '' ? 'Replies go to the sender’s address.' : `Replies go to ${read.reply_to}.`} Change this
          under{' '}
          <Link to={pageAddress('/Studio/Site/')} className="text-link underline underline-offset-4">
            General
          </Link>
          , and where undeliverable emails go under{' '}
          <Link to={pageAddress('/Studio/ReturnedEmails/')} className="text-link underline underline-offset-4">
            Returned emails
          </Link>
          .
        </p>
      </SettingsSection>
      <div className="flex flex-col gap-4">
        <LeaveNotice isChanged={isChanged} />
        <ActionNotice action={action} />
        <div className="flex flex-wrap items-center gap-4">
          {!isLocked && (
            <Button type="submit" busy={action.isRunning('saveEmail')}>
              Save
            </Button>
          )}
          {canTest && (
            <Button
              variant="quiet"
              busy={action.isRunning('sendTest')}
              disabled={isChanged}
              onClick={() => void action.submit('sendTest')}
            >
              Send a test email
            </Button>
          )}
        </div>
        {!isChanged && action.status?.kind === 'success' && <NextSetupStep />}
        {canTest && isChanged && <p className="text-sm text-muted">Save your changes before you send a test email.</p>}
        <SavedLine saved={read.saved} />
      </div>
    </Form>
  )
}
