import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { rememberStaff } from '#web/client/session.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { Route } from './+types/account.page.ts'
import type { readDeletion } from './own-data.contract.ts'
import { accountActions, deletionActions } from './ui/account-actions.ts'
import { DeletionNotice } from './ui/deletion-notice.tsx'
import { EmailSection } from './ui/email-section.tsx'
import { YourData } from './ui/your-data.tsx'

export const handle: PageHandle = { title: 'Account', explainsFailure: true }
export const meta = framedMeta

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [account, deletion] = await Promise.all([
    call<typeof readAccount>('GET /Academy/api/account/', { signal }),
    call<typeof readDeletion>('GET /Academy/api/account/deletion/', { signal }),
  ])
  return { account, dueOn: deletion.due_on }
})

export const clientAction = defineActions(accountActions, deletionActions)

export function HydrateFallback() {
  return (
    <div className="flex flex-col gap-12">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Details />
      <AccountCard id="email-section" title="Email">
        <Skeleton className="h-52" />
      </AccountCard>
    </div>
  )
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const { account, dueOn } = getView(loaderData)
  const [isCanceled, setCanceled] = useState(false)
  const isDue = dueOn !== null && !isCanceled
  return (
    <div className="flex flex-col gap-12">
      {isDue && <DeletionNotice dueOn={dueOn} onDone={() => setCanceled(true)} />}
      <Details account={account} />
      {account.role !== 'learner' && <StudioLink />}
      <EmailSection
        email={account.email}
        problem={account.email_problem}
        newEmail={account.new_email}
        linkAt={account.new_email_link_at}
      />
      <YourData isDue={isDue} />
    </div>
  )
}

/** `account` is undefined while it is loading. */
function Details({ account }: { account?: EndpointReply<typeof readAccount> }) {
  const email = account && <EmailAddress address={account.email} />
  const lines = [
    ['Name', account && ([account.first_name, account.last_name].filter(Boolean).join(' ') || 'Not added yet')],
    ['Username', account?.username],
    ['Email', email],
  ] as const
  return (
    <AccountCard id="profile" title="Your details">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[1fr_1fr_2fr]">
        {lines.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value ?? <Skeleton className="h-[1lh] w-40" />}</dd>
          </div>
        ))}
      </dl>
    </AccountCard>
  )
}

/** A link for staff. It loads the studio as a new document. */
function StudioLink() {
  useEffect(() => rememberStaff(true), [])
  return (
    <AccountCard id="studio" title="Studio">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">You have staff access.</p>
        <ButtonAnchor variant="quiet" href="/Studio/" className="max-sm:w-full">
          Open the studio
        </ButtonAnchor>
      </div>
    </AccountCard>
  )
}
