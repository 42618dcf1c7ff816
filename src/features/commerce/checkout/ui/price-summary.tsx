import { useState } from 'react'
import { formatDollars } from '#shared/format-dollars.ts'
import { removeLinkCoupon } from '#web/client/link-coupon.ts'
import { TextButton } from '#web/ui/text-link.tsx'
import { getErrorMessage } from './purchase-errors.ts'
import type { Choice, QuoteReply } from './use-quote.ts'

type PriceSummaryProps = {
  quoted: QuoteReply
  choice: Choice
  isWorking: boolean
  onChange: (choice: Choice) => Promise<void>
}

export function PriceSummary({ quoted, choice, isWorking, onChange }: PriceSummaryProps) {
  const [problem, setProblem] = useState<string>()
  const { coupon, address } = choice
  const change = (next: Choice) => {
    setProblem(undefined)
    onChange(next).catch((error: unknown) => setProblem(getErrorMessage(error)))
  }
  return (
    <div role="status" className="flex flex-col gap-3 rounded-card border border-line bg-wash p-4 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <Line label="Price" amount={formatDollars(quoted.list_price)} />
        {coupon !== undefined && <Line label={`Coupon ${coupon}`} amount={`−${formatDollars(quoted.discount)}`} />}
        {quoted.tax !== null && address && (
          <Line
            label={`Tax (${[address.country, address.postal_code].join(' ').trim()})`}
            amount={formatDollars(quoted.tax)}
          />
        )}
        <Line label="Total" amount={formatDollars(quoted.total)} isTotal />
      </dl>
      {problem && <p className="font-medium text-danger">{problem}</p>}
      {(coupon !== undefined || address) && (
        <div className="flex flex-wrap gap-x-4">
          {coupon !== undefined && (
            <TextButton
              disabled={isWorking}
              onClick={() => {
                removeLinkCoupon()
                change({ address })
              }}
            >
              Remove coupon
            </TextButton>
          )}
          {address && (
            <TextButton disabled={isWorking} onClick={() => change({ coupon })}>
              Change address
            </TextButton>
          )}
        </div>
      )}
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
