import { counted } from '#shared/counted.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { dollars } from '#shared/dollars.ts'
import { callForFile } from '#web/client/api.ts'
import { saveAs } from '#web/client/save-as.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { exportOrders, sumOrders } from '../orders.contract.ts'
import type { Filters } from './order-filters.tsx'
import { useDeed } from './use-action.tsx'

type Sums = ReplyOf<typeof sumOrders>

/** A year of sales is sent as it is read. */
const LIMIT_MS = 10 * 60_000

/** What the orders that are shown add up to, and the same as a file. */
export function OrderSums({ sums: { sums, may_export: mayExport }, filters }: { sums: Sums; filters: Filters }) {
  const { isBusy, outcome, run } = useDeed()
  if (filters.money === 'test')
    return <p className="mb-6 text-sm text-muted">Test money is in no sum, and in no file for the accountant.</p>
  const days = filters.since !== null || filters.until !== null
  const save = () =>
    run(async () => {
      const file = await callForFile<typeof exportOrders>('POST /Academy/api/studio/orders/csv/', {
        body: filters,
        limitMs: LIMIT_MS,
      })
      const name = [filters.since, filters.until].filter(Boolean).join('_to_')
      saveAs(file, `sales${name && `_${name}`}.csv`)
      return undefined
    })
  return (
    <section aria-label="Sums" className="mb-6 rounded-card border border-line bg-surface p-4 sm:px-6">
      {sums.length === 0 && (
        <p className="text-sm text-muted">No real money was taken or given back{days ? ' on these days' : ' yet'}.</p>
      )}
      {sums.map((sum) => (
        <dl key={sum.currency} className="grid grid-cols-2 gap-x-6 gap-y-3 sm:flex sm:flex-wrap sm:gap-x-10">
          <Figure name={`Sold (${counted(sum.sales, 'sale')})`} amount={sum.sold} />
          <Figure name={`Given back (${counted(sum.refunds, 'refund')})`} amount={sum.refunded} />
          <Figure name="Left" amount={sum.left} isStrong />
          {sum.discount !== '0.00' && <Figure name="Taken off by coupons" amount={sum.discount} />}
          {sum.tax !== '0.00' && <Figure name="Tax in it" amount={sum.tax} />}
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
          Real money alone, by the days on invoices and credit notes: a refund counts on the day it was made, whenever
          its order was.
        </p>
        {mayExport && sums.length > 0 && (
          <Button variant="quiet" busy={isBusy} onClick={() => void save()}>
            {!isBusy && <Icon name="download" />}
            Save as CSV
          </Button>
        )}
      </div>
      {outcome && <div className="mt-3">{outcome}</div>}
    </section>
  )
}

function Figure({ name, amount, isStrong = false }: { name: string; amount: string; isStrong?: boolean }) {
  const shown = amount.startsWith('-') ? `−${dollars(amount.slice(1))}` : dollars(amount)
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={isStrong ? 'money text-lg font-semibold' : 'money text-lg'}>{shown}</dd>
    </div>
  )
}
