import { useState } from 'react'
import { Link } from 'react-router'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { pageAddress } from '#shared/pages.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { useAction } from '#web/client/use-action.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/email-preferences.page.ts'
import type { setDelivery, setEmailPreference, listEmailKinds } from './notifications.contract.ts'
import { DeliveryField } from './ui/delivery-field.tsx'
import { NotificationSwitch } from './ui/notification-switch.tsx'

type EmailSettings = EndpointReply<typeof listEmailKinds>
type Kind = EmailSettings[number]['kind']

export const handle: PageHandle = { title: 'Email preferences' }
export const meta = framedMeta

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [settings, account] = await Promise.all([
    call<typeof listEmailKinds>('GET /Academy/api/account/mails/', { signal }),
    call<typeof readAccount>('GET /Academy/api/account/', { signal }),
  ])
  return { settings, account }
})

export function HydrateFallback() {
  return <LoadingBlock className="h-72" />
}

export default function EmailPreferencesPage({ loaderData }: Route.ComponentProps) {
  const { settings, account } = getView(loaderData)
  return (
    <>
      {account.email_problem !== null && (
        <Notice kind="error" className="mb-8">
          Emails to <EmailAddress address={account.email} /> come back: {account.email_problem}. We send only required
          emails until you{' '}
          <Link to={pageAddress('/Account/')} className="underline underline-offset-4">
            check your address
          </Link>
          .
        </Notice>
      )}
      <Choices settings={settings} />
    </>
  )
}

type Delivery = NonNullable<EmailSettings[number]['delivery']>
type EmailedKind = EndpointInput<typeof setDelivery>['body']['kind']

const actions = {
  choose: async (kind: Kind, isOn: boolean) => {
    const body = { kind, is_on: isOn }
    const { message } = await call<typeof setEmailPreference>('POST /Academy/api/account/mails/', { body })
    return `Saved. ${message}`
  },
  deliver: async (kind: Kind, delivery: Delivery) => {
    const body = { kind: kind as EmailedKind, delivery }
    const { message } = await call<typeof setDelivery>('POST /Academy/api/account/mails/delivery/', { body })
    return `Saved. ${message}`
  },
}

export const clientAction = defineActions(actions)

/** Each setting is saved separately. */
function Choice({ setting }: { setting: EmailSettings[number] }) {
  const [{ kind, label, text, is_on: isOn, delivery }, setShown] = useState(setting)
  const action = useAction<typeof actions>({
    unreachable: 'We couldn’t save that. Try again in a moment.',
  })
  const choose = async (wanted: boolean) => {
    if (await action.submit('choose', kind, wanted)) setShown((now) => ({ ...now, is_on: wanted }))
  }
  const deliver = async (wanted: Delivery) => {
    if (await action.submit('deliver', kind, wanted)) setShown((now) => ({ ...now, delivery: wanted }))
  }
  return (
    <>
      {delivery === null ? (
        <NotificationSwitch label={label} isOn={isOn} isBusy={action.isBusy} onChange={(wanted) => void choose(wanted)}>
          {text}
        </NotificationSwitch>
      ) : (
        <DeliveryField
          label={label}
          text={text}
          delivery={delivery}
          isBusy={action.isBusy}
          onChange={(wanted) => void deliver(wanted)}
        />
      )}
      <ActionNotice action={action} className="mt-4" />
    </>
  )
}

function Choices({ settings }: { settings: EmailSettings }) {
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="chosen">
        <h2 id="chosen" className="mb-4 text-xl">
          Optional emails
        </h2>
        <ul className="rounded-card border border-line bg-surface">
          {settings.map((setting) => (
            <li key={setting.kind} className="border-b border-line p-5 last:border-b-0 sm:p-6">
              <Choice setting={setting} />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="owed">
        <h2 id="owed" className="mb-4 text-xl">
          Required emails
        </h2>
        <p className="max-w-text text-pretty">
          Receipts and refunds, certificates, enrollments, and account security, such as a new password or a login from
          a new location. These emails are required and can’t be turned off.
        </p>
      </section>
    </div>
  )
}
