import { useState } from 'react'
import { dollars } from '#shared/money.ts'
import { messageOf } from './refusals.ts'
import type { Order, Quoted } from './use-quote.ts'

type PriceSumProps = {
  quoted: Quoted
  order: Order
  isWorking: boolean
  onChange: (order: Order) => Promise<void>
}

/** Price, discount, tax and total, before anything is paid. */
export function PriceSum({ quoted, order, isWorking, onChange }: PriceSumProps) {
  const [problem, setProblem] = useState<string>()
  const { coupon, address } = order
  const change = (next: Order) => {
    setProblem(undefined)
    onChange(next).catch((error: unknown) => setProblem(messageOf(error)))
  }
  return (
    <div role="status" className="rounded-control border border-study/40 bg-study-wash px-4 py-3 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <Line label="Price" amount={dollars(quoted.list_price)} />
        {coupon !== undefined && <Line label={`Coupon ${coupon}`} amount={`−${dollars(quoted.discount)}`} />}
        {quoted.tax !== null && address && (
          <Line
            label={`Tax (${[address.country, address.postal_code].join(' ').trim()})`}
            amount={dollars(quoted.tax)}
          />
        )}
        <Line label="Total" amount={dollars(quoted.total)} isTotal />
      </dl>
      {problem && <p className="mt-2 font-medium text-danger">{problem}</p>}
      <div className="flex flex-wrap gap-x-4">
        {coupon !== undefined && (
          <Change label="Remove coupon" isWorking={isWorking} onClick={() => change({ address })} />
        )}
        {address && <Change label="Change address" isWorking={isWorking} onClick={() => change({ coupon })} />}
      </div>
    </div>
  )
}

function Line({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  const weight = isTotal ? 'font-semibold' : ''
  return (
    <>
      <dt className={isTotal ? weight : 'text-muted [overflow-wrap:anywhere]'}>{label}</dt>
      <dd className={`money text-right ${weight}`}>{amount}</dd>
    </>
  )
}

function Change({ label, isWorking, onClick }: { label: string; isWorking: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      disabled={isWorking}
      onClick={onClick}
      className="min-h-11 font-semibold md:min-h-9 text-link underline-offset-4 hover:underline disabled:opacity-60"
    >
      {label}
    </button>
  )
}
