import { pluralize } from '#shared/pluralize.ts'
import type { EndpointInput, EndpointReply } from '#shared/endpoint.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { UNREACHABLE } from '#web/client/actions.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice } from '#web/ui/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { totalOrders } from '../orders.contract.ts'
import type { orderActions } from './order-actions.ts'

type OrderTotalsReply = EndpointReply<typeof totalOrders>

export function OrderTotals({
  sums: { sums, may_export: mayExport },
  filters,
}: {
  sums: OrderTotalsReply
  filters: EndpointInput<typeof totalOrders>['body']
}) {
  const action = useAction<typeof orderActions>({ unreachable: UNREACHABLE })
  if (filters.money === 'test')
    return <p className="mb-6 text-sm text-muted">Test payments are excluded from totals and sales exports.</p>
  const days = [filters.since, filters.until].filter(Boolean)
  return (
    <section aria-label="Totals" className="mb-6 rounded-card border border-line bg-surface p-4 sm:px-6">
      {sums.length === 0 && (
        <p className="text-sm text-muted">No live sales or refunds{days.length > 0 ? ' in this period' : ' yet'}.</p>
      )}
      {sums.map((sum) => (
        <dl key={sum.currency} className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-10">
          <Figure name={`Sold (${pluralize(sum.sales, 'sale')})`} amount={sum.sold} />
          <Figure name={`Refunded (${pluralize(sum.refunds, 'refund')})`} amount={sum.refunded} />
          <Figure name="Net" amount={sum.left} isStrong />
          {sum.discount !== '0.00' && <Figure name="Coupon discounts" amount={sum.discount} />}
          {sum.tax !== '0.00' && <Figure name="Tax included" amount={sum.tax} />}
          {sum.fees_known > 0 && (
            <Figure
              name={sum.fees_known === sum.sales ? 'Card fees' : `Card fees (${sum.fees_known} of ${sum.sales} known)`}
              amount={sum.fee}
            />
          )}
        </dl>
      ))}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-text min-w-0 flex-1 basis-72 text-sm text-muted">
          Live payments only, by invoice and credit note date. A refund counts on the day of its credit note.
        </p>
        {mayExport && sums.length > 0 && (
          <Button variant="quiet" busy={action.isBusy} onClick={() => void action.submit('exportSales', filters)}>
            {!action.isBusy && <Icon name="download" />}
            Download sales CSV
          </Button>
        )}
      </div>
      <ActionNotice action={action} className="mt-3" />
    </section>
  )
}

function Figure({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  const shown = amount.startsWith('-') ? `−${formatDollars(amount.slice(1))}` : formatDollars(amount)
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={isStrong ? 'money text-lg font-semibold' : 'money text-lg'}>{shown}</dd>
    </div>
  )
}
