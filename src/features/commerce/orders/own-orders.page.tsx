import { Link } from 'react-router'
import type { EndpointReply } from '#shared/endpoint.ts'
import { getOwnerPage, getProductPage } from '#shared/kinds.ts'
import { formatDecimalAmount } from '#shared/format-amount.ts'
import { Time, useLanguage } from '#web/shell/time.tsx'
import { defineActions } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import { memberLoader } from '#web/client/load-state.ts'
import { framedMeta, getView, type PageHandle } from '#web/shell/framed-page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccountCard } from '#features/people/accounts/ui/account-card.tsx'
import type { Route } from './+types/own-orders.page.ts'
import type { listOrders, readBillingDetails } from './orders.contract.ts'
import { formatOrderStatus } from './orders.rules.ts'
import { AboutOrders } from './ui/about-orders.tsx'
import { BillingForm } from './ui/billing-form.tsx'
import { orderActions } from './ui/order-actions.ts'
import { PdfButton } from './ui/pdf-button.tsx'

type Order = EndpointReply<typeof listOrders>[number]

export const handle: PageHandle = { title: 'Orders', explainsFailure: true }
export const meta = framedMeta

export const clientLoader = memberLoader(async ({ request: { signal } }: Route.ClientLoaderArgs) => {
  const [orders, billing] = await Promise.all([
    call<typeof listOrders>('GET /Academy/api/account/orders/', { signal }),
    call<typeof readBillingDetails>('GET /Academy/api/account/billing/', { signal }),
  ])
  return { orders, billing }
})

export const clientAction = defineActions(orderActions)

export function HydrateFallback() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Orders />
    </>
  )
}

export default function OwnOrdersPage({ loaderData }: Route.ComponentProps) {
  return <Orders {...getView(loaderData)} />
}

type OrdersProps = { orders?: Order[]; billing?: EndpointReply<typeof readBillingDetails> }

/** Without data, the orders are still loading. */
function Orders({ orders, billing }: OrdersProps) {
  return (
    <div className="flex flex-col gap-12">
      <div>
        {orders?.length === 0 ? (
          <EmptyState icon="file" title="You have no orders yet">
            <ButtonLink to="/Courses/">Browse Available Courses</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="flex flex-col rounded-card border border-line bg-surface">
            {(orders ?? [undefined]).map((order) => (
              <li key={order?.order_number ?? 'loading'} className="border-b border-line p-5 last:border-b-0 sm:p-6">
                {order ? <OrderLine order={order} /> : <Skeleton className="h-40 sm:h-20" />}
              </li>
            ))}
          </ul>
        )}
        {orders?.some(({ total }) => Number(total) > 0) && <AboutOrders />}
      </div>
      <AccountCard id="billing" title="Billing details">
        {billing ? <BillingForm details={billing} /> : <Skeleton className="h-72" />}
      </AccountCard>
    </div>
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
          // Makes the touch target large enough without adding space.
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
