import { type ReactNode, useState } from 'react'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadingBlock } from '#web/ui/loading-block.tsx'
import { BackLink } from '#web/ui/text-link.tsx'
import type { Route } from './+types/email-preferences.page.ts'
import type { setDelivery, setEmailPreference, listEmailKinds } from './notifications.contract.ts'
import { DeliveryField } from './ui/delivery-field.tsx'
import { NotificationSwitch } from './ui/notification-switch.tsx'

type EmailSettings = EndpointReply<typeof listEmailKinds>
type Kind = EmailSettings[number]['kind']

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Mails', isPersonal: true })

export const clientLoader = memberLoader(({ request: { signal } }: Route.ClientLoaderArgs) =>
  call<typeof listEmailKinds>('GET /Academy/api/account/mails/', { signal }),
)

export function HydrateFallback() {
  return (
    <Frame>
      <LoadingBlock className="h-72" />
    </Frame>
  )
}

export default function EmailPreferencesPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin>
      {(notices) => (
        <Frame>
          <Choices notices={notices} />
        </Frame>
      )}
    </LoadedPage>
  )
}

type Delivery = NonNullable<EmailSettings[number]['delivery']>
type EmailedKind = EndpointInput<typeof setDelivery>['body']['kind']

type StatusMessage = { of: Kind; kind: 'success' | 'error'; text: string }

function Choices({ notices: loaded }: { notices: EmailSettings }) {
  const [notices, setNotices] = useState(loaded)
  const [saving, setSaving] = useState<Kind>()
  const [status, setStatus] = useState<StatusMessage>()
  const save = async (of: Kind, chosen: Partial<EmailSettings[number]>, saved: Promise<{ message: string }>) => {
    setSaving(of)
    setStatus(undefined)
    try {
      const { message } = await saved
      setNotices((now) => now.map((each) => (each.kind === of ? { ...each, ...chosen } : each)))
      setStatus({ of, kind: 'success', text: `Saved. ${message}` })
    } catch (error) {
      console.error(error)
      setStatus({ of, kind: 'error', text: 'That could not be saved. Please try again in a moment.' })
    }
    setSaving(undefined)
  }
  const choose = (kind: Kind, isOn: boolean) =>
    save(
      kind,
      { is_on: isOn },
      call<typeof setEmailPreference>('POST /Academy/api/account/mails/', { body: { kind, is_on: isOn } }),
    )
  const deliver = (kind: Kind, delivery: Delivery) => {
    const body = { kind: kind as EmailedKind, delivery }
    return save(kind, { delivery }, call<typeof setDelivery>('POST /Academy/api/account/mails/delivery/', { body }))
  }
  return (
    <div className="flex max-w-[48rem] flex-col gap-10">
      <section aria-labelledby="chosen">
        <h2 id="chosen" className="mb-4 text-xl">
          What you can turn off
        </h2>
        <ul className="rounded-card border border-line bg-surface">
          {notices.map(({ kind, label, text, is_on: isOn, delivery }) => (
            <li key={kind} className="border-b border-line p-5 last:border-b-0 sm:p-6">
              {delivery === null ? (
                <NotificationSwitch
                  label={label}
                  isOn={isOn}
                  isBusy={saving === kind}
                  onChange={(wanted) => void choose(kind, wanted)}
                >
                  {text}
                </NotificationSwitch>
              ) : (
                <DeliveryField
                  label={label}
                  text={text}
                  delivery={delivery}
                  isBusy={saving === kind}
                  onChange={(wanted) => void deliver(kind, wanted)}
                />
              )}
              {status?.of === kind && (
                <Notice kind={status.kind} className="mt-4">
                  {status.text}
                </Notice>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="owed">
        <h2 id="owed" className="mb-4 text-xl">
          What we always send
        </h2>
        <p className="max-w-text text-pretty">
          Receipts and refunds, your certificates, being enrolled in a course, and what keeps your account safe, such as
          a new password or a login from a new place. These you are owed, so they can’t be turned off. There are no
          others: no news, no offers, no advertising.
        </p>
      </section>
    </div>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width">
      <PageHeading title="Mails" />
      <BackLink to="/Account/">Account</BackLink>
      <div className="mt-4">{children}</div>
    </div>
  )
}
