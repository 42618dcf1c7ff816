import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { readAccount } from '#features/people/accounts/accounts.contract.ts'
import type { listSessions } from '#features/people/own-account/own-account.contract.ts'
import { EmailSection } from '#features/people/own-account/ui/email-section.tsx'
import { accountActions, deletionActions } from '#features/people/own-account/ui/account-actions.ts'
import { PasswordSection } from '#features/people/own-account/ui/password-section.tsx'
import { SessionsSection } from '#features/people/own-account/ui/sessions-section.tsx'
import type { readDeletion } from '#features/people/own-account/own-data.contract.ts'
import { YourData } from '#features/people/own-account/ui/your-data.tsx'
import { LicensesLink } from '#features/credentials/contact-hours/ui/licenses-link.tsx'
import { QuestionReportsLink } from '#features/people/own-account/ui/question-reports-link.tsx'
import { NotificationsLink } from '#features/people/notifications/ui/notifications-link.tsx'
import { EmailPreferencesLink } from '#features/people/notifications/ui/email-preferences-link.tsx'
import { SecurityLink } from '#features/people/own-account/ui/security-link.tsx'
import { certificateActions } from '#features/credentials/certificates/ui/certificate-actions.ts'
import { fetchOwnCertificates } from '#features/credentials/certificates/ui/fetch-own-certificates.ts'
import { CertificateList } from '#features/credentials/certificates/ui/own-certificate.tsx'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getOwnerPage, getProductPage } from '#shared/kinds.ts'
import { formatDecimalAmount } from '#shared/format-amount.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { rememberStaff } from '#web/client/session.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/email-address.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { pageMeta } from '#web/shell/page-meta.ts'
import { LoadedPage } from '#web/shell/loaded-page.tsx'
import { memberLoader } from '#web/client/load-state.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Route } from './+types/account.page.ts'
import type { listOrders, readBillingDetails } from './orders.contract.ts'
import { formatOrderStatus } from './orders.rules.ts'
import { AboutOrders } from './ui/about-orders.tsx'
import { BillingForm } from './ui/billing-form.tsx'
import { orderActions } from './ui/order-actions.ts'
import { PdfButton } from './ui/pdf-button.tsx'
import '#web/ui/members.css'

type Order = EndpointReply<typeof listOrders>[number]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Account', isPersonal: true })

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [account, orders, billing, sessions, deletion, certificates] = await Promise.all([
    call<typeof readAccount>('GET /Academy/api/account/', { signal }),
    call<typeof listOrders>('GET /Academy/api/account/orders/', { signal }),
    call<typeof readBillingDetails>('GET /Academy/api/account/billing/', { signal }),
    call<typeof listSessions>('GET /Academy/api/account/sessions/', { signal }),
    call<typeof readDeletion>('GET /Academy/api/account/deletion/', { signal }),
    fetchOwnCertificates(signal),
  ])
  return { account, orders, billing, sessions, certificates, dueOn: deletion.due_on }
})

export const clientAction = defineActions(accountActions, deletionActions, orderActions, certificateActions)

export function HydrateFallback() {
  return (
    <Frame>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div className="flex flex-col gap-12">
        <Profile />
        <OrderHistory />
        <Billing />
      </div>
    </Frame>
  )
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage loaded={loaderData} offerLogin failed={<AccountUnavailable />}>
      {({ account, orders, billing, sessions, certificates, dueOn }) => (
        <Frame>
          <div className="flex flex-col gap-12">
            <Profile account={account} />
            {account.role !== 'learner' && <StudioLink />}
            <OrderHistory orders={orders} />
            <CertificateList owned={certificates} />
            <Billing details={billing} />
            <PasswordSection username={account.username} />
            <SecurityLink />
            <EmailSection email={account.email} newEmail={account.new_email} linkAt={account.new_email_link_at} />
            <LicensesLink />
            <QuestionReportsLink />
            <NotificationsLink />
            <EmailPreferencesLink />
            <SessionsSection sessions={sessions} />
            <YourData dueOn={dueOn} />
          </div>
        </Frame>
      )}
    </LoadedPage>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width">
      <PageHeading title="Account" />
      {children}
    </div>
  )
}

/** Shown only to staff. Loaded as a separate document. */
function StudioLink() {
  useEffect(() => rememberStaff(true), [])
  return (
    <section aria-labelledby="studio">
      <h2 id="studio" className="mb-4 text-xl">
        Studio
      </h2>
      <div className={`flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6 ${CARD}`}>
        <p className="min-w-0 flex-1 basis-72 text-sm text-muted">You have staff access.</p>
        <ButtonAnchor variant="quiet" href="/Studio/" className="max-sm:w-full">
          Open the studio
        </ButtonAnchor>
      </div>
    </section>
  )
}

function AccountUnavailable() {
  return (
    <Frame>
      <Notice
        kind="error"
        action={
          <Button variant="quiet" onClick={() => location.reload()}>
            Try again
          </Button>
        }
      >
        We couldn’t load your account. Try again in a moment.
      </Notice>
    </Frame>
  )
}

const CARD = 'rounded-card border border-line bg-surface'

/** Loading when `account` is undefined. */
function Profile({ account }: { account?: EndpointReply<typeof readAccount> }) {
  const email = account && <EmailAddress address={account.email} />
  const lines = [
    ['Name', account && ([account.first_name, account.last_name].filter(Boolean).join(' ') || 'Not added yet')],
    ['Username', account?.username],
    ['Email', email],
  ] as const
  return (
    <section aria-labelledby="profile">
      <h2 id="profile" className="mb-4 text-xl">
        Your details
      </h2>
      <dl className={`grid gap-x-8 gap-y-4 p-5 sm:grid-cols-[1fr_1fr_2fr] sm:p-6 ${CARD}`}>
        {lines.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value ?? <Skeleton className="h-[1lh] w-40" />}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Loading when `orders` is undefined. */
function OrderHistory({ orders }: { orders?: Order[] }) {
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-4 text-xl">
        Orders
      </h2>
      {orders?.length === 0 ? (
        <EmptyState icon="file" title="You have no orders yet">
          <ButtonLink to="/Courses/">Browse Available Courses</ButtonLink>
        </EmptyState>
      ) : (
        <ul className={`flex flex-col ${CARD}`}>
          {(orders ?? [undefined]).map((order) => (
            <li key={order?.order_number ?? 'loading'} className="border-b border-line p-5 last:border-b-0 sm:p-6">
              {order ? <OrderLine order={order} /> : <Skeleton className="h-40 sm:h-20" />}
            </li>
          ))}
        </ul>
      )}
      {orders?.some(({ total }) => Number(total) > 0) && <AboutOrders />}
    </section>
  )
}

/** Loading when `details` is undefined. */
function Billing({ details }: { details?: EndpointReply<typeof readBillingDetails> }) {
  return (
    <section aria-labelledby="billing">
      <h2 id="billing" className="mb-4 text-xl">
        Billing details
      </h2>
      <div className={`p-5 sm:p-6 ${CARD}`}>
        {details ? <BillingForm details={details} /> : <Skeleton className="h-72" />}
      </div>
    </section>
  )
}

function OrderLine({ order }: { order: Order }) {
  const { order_number: number, date, item, kind, item_id: id, total, refunded, state } = order
  const { invoice_number: invoice, credit_notes: notes } = order
  const isOpen = order.has_access ?? true
  const language = useLanguage()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          to={(isOpen ? getOwnerPage : getProductPage)(kind, id)}
          // A tap target large enough for a thumb without adding space.
          className="relative -my-2 block w-fit py-2 font-serif text-lg font-semibold text-balance text-link hover:underline"
        >
          {item}
        </Link>
        <p className="mt-1 text-sm text-muted">
          <Time at={date} />
          <span className="money block">Order {number}</span>
        </p>
      </div>
      <div className="flex w-full flex-wrap items-center justify-between gap-4 sm:w-auto sm:justify-end">
        <p className="min-w-0 flex-1 basis-24 sm:flex-none sm:text-right">
          <span className="money block font-semibold">{formatDecimalAmount(language, total)}</span>
          <span className="block text-sm text-muted">
            {formatOrderStatus(state, formatDecimalAmount(language, refunded), formatDecimalAmount(language, total))}
          </span>
        </p>
        {invoice !== null && (
          <PdfButton
            onDownload={(action) => action.submit('downloadInvoice', number, invoice)}
            about={`Invoice for order ${number}`}
            label="Invoice"
          />
        )}
      </div>
      {notes.map((note) => (
        <div
          key={note.id}
          className="flex w-full flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-3"
        >
          <p className="min-w-0 flex-1 basis-24 text-sm text-muted">
            <Time at={note.date} />:{' '}
            <span className="money">{formatDecimalAmount(language, note.amount.replace('-', ''))}</span>{' '}
            {note.amount.startsWith('-') ? 'correction of an earlier credit' : 'refunded'}
          </p>
          <PdfButton
            onDownload={(action) => action.submit('downloadCreditNote', number, note)}
            about={`Credit note ${note.number} for order ${number}`}
            label="Credit note"
          />
        </div>
      ))}
    </div>
  )
}
