import { useId, useState } from 'react'
import { Link } from 'react-router'
import { formatDollars } from '#shared/format-dollars.ts'
import { pageAddress } from '#shared/pages.ts'
import { Time } from '#web/shell/time.tsx'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import type { Order } from '../orders.contract.ts'
import type { orderActions } from './order-actions.ts'
import { RefundForm } from './refund-form.tsx'
import { usePanelFocus } from './use-panel-focus.ts'

type OrderListItemProps = {
  order: Order
  /** Hidden on a member's page, where all orders belong to that member. */
  showsBuyers?: boolean
  /** Reloads the page's data after a refund. */
  reloads?: boolean
  onChanged?: (order: Order) => void
}

export function OrderList({ orders, reloads }: { orders: Order[]; reloads: boolean }) {
  return (
    <ul className="flex flex-col rounded-card border border-line bg-surface">
      {orders.map((order) => (
        <li key={order.order_number} className="border-b border-line p-4 last:border-b-0 sm:px-6">
          <OrderListItem order={order} reloads={reloads} />
        </li>
      ))}
    </ul>
  )
}

export function OrderListItem({ order, showsBuyers = false, reloads = false, onChanged }: OrderListItemProps) {
  const { order_number: number, date, item, state, total, buyer, coupon, is_test: isTest } = order
  const [isOpen, setOpen] = useState(false)
  const [isRefunding, setRefunding] = useState(false)
  const panelId = useId()
  const { opener, panel } = usePanelFocus(isRefunding)
  const action = useAction<typeof orderActions>()
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold text-pretty">{item}</p>
          <p className="text-sm text-muted">
            {showsBuyers &&
              (buyer ? (
                <Link
                  to={pageAddress('/Studio/People/:id', { id: buyer.id })}
                  className="relative -my-1.5 block w-fit max-w-full py-1.5 wrap-anywhere text-link hover:underline"
                >
                  {buyer.name || buyer.username}, {buyer.email}
                </Link>
              ) : (
                <span className="block">deleted member</span>
              ))}
            <span className="block">
              <Time at={date} />, order <span className="whitespace-nowrap">{number}</span>
              {coupon !== null && `, coupon ${coupon}`}
            </span>
          </p>
        </div>
        <p className="flex-none sm:text-right">
          <span className="money block font-semibold">{formatDollars(total)}</span>
          <span className="block text-sm text-muted">
            {state}
            {isTest && ', test'}
          </span>
        </p>
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={panelId}
          aria-label={`${isOpen ? 'Close' : 'Open'} order ${number}`}
          className="ml-auto"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Open'}
        </Button>
      </div>
      <div ref={panel} id={panelId} hidden={!isOpen} className="mt-4 border-t border-line pt-4">
        <div className="flex flex-col gap-4">
          <ActionNotice action={action} />
          {isRefunding ? (
            <RefundForm
              order={order}
              reloads={reloads}
              onChanged={onChanged}
              onDone={(message) => {
                setRefunding(false)
                action.say(message)
              }}
              onClose={() => setRefunding(false)}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              {order.has_receipt && (
                <Button
                  variant="quiet"
                  busy={action.isBusy}
                  onClick={() => void action.submit('resendReceipt', number)}
                >
                  Resend receipt
                </Button>
              )}
              {order.left !== '0.00' && (
                <Button ref={opener} variant="quiet" onClick={() => setRefunding(true)}>
                  Refund…
                </Button>
              )}
              {!order.has_receipt && order.left === '0.00' && (
                <p className="text-sm text-muted">No actions available.</p>
              )}
            </div>
          )}
        </div>
      </div>
    </>
  )
}
