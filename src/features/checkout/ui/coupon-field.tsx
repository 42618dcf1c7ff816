import { useState } from 'react'
import { dollars } from '#shared/money.ts'
import { ApiError, call } from '#web/api.ts'
import { Button } from '#web/button.tsx'
import { TextField } from '#web/field.tsx'
import type { readPrice } from '../checkout.contract.ts'

/** A coupon that was taken, and what the item costs with it. */
export type Applied = { code: string; listPrice: string; discount: string; price: string }

type CouponFieldProps = {
  productId: string
  applied: Applied | undefined
  isWorking: boolean
  onChange: (applied: Applied | undefined) => void
}

/** The field was asked for: it is there to be typed into. Always the same function, so that it runs once. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** 'Have a coupon?', then a field, then the new sum. A code that is refused stays in the field, with the reason. */
export function CouponField({ productId, applied, isWorking, onChange }: CouponFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isAsking, setAsking] = useState(false)

  const apply = async () => {
    setAsking(true)
    setError(undefined)
    try {
      const reply = await call<typeof readPrice>('POST /Academy/api/checkout/price/', {
        body: { productId, coupon: code },
      })
      onChange({
        code: reply.coupon ?? code,
        listPrice: reply.list_price,
        discount: reply.discount,
        price: reply.price,
      })
    } catch (problem) {
      setError(couponRefusal(problem) ?? (problem instanceof Error ? problem.message : 'Please try again.'))
    } finally {
      setAsking(false)
    }
  }

  if (applied) return <Sum applied={applied} isWorking={isWorking} onRemove={() => onChange(undefined)} />
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="min-h-11 self-start text-sm font-semibold text-link underline-offset-4 hover:underline"
      >
        Have a coupon?
      </button>
    )
  }
  return (
    <form
      noValidate
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() === '') setError('Please enter a code.')
        else void apply()
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Coupon"
          ref={focus}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          value={code}
          error={error}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
      </div>
      {/* On the line of the input, below its label. */}
      <Button type="submit" variant="quiet" className="mt-7" busy={isAsking} disabled={isWorking}>
        Apply
      </Button>
    </form>
  )
}

function Sum({ applied, isWorking, onRemove }: { applied: Applied; isWorking: boolean; onRemove: () => void }) {
  const { code, listPrice, discount, price } = applied
  return (
    <div role="status" className="rounded-control border border-study/40 bg-study-wash px-4 py-3 text-sm">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt className="text-muted">Price</dt>
        <dd className="money text-right">{dollars(listPrice)}</dd>
        <dt className="text-muted [overflow-wrap:anywhere]">Coupon {code}</dt>
        <dd className="money text-right">−{dollars(discount)}</dd>
        <dt className="font-semibold">Total</dt>
        <dd className="money text-right font-semibold">{dollars(price)}</dd>
      </dl>
      <button
        type="button"
        disabled={isWorking}
        onClick={onRemove}
        className="min-h-9 font-semibold text-link underline-offset-4 hover:underline disabled:opacity-60"
      >
        Remove coupon
      </button>
    </div>
  )
}

/** Why the coupon was refused, if that is what was. */
export function couponRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { fields } = error.body
  if (typeof fields !== 'object' || fields === null || !('coupon' in fields) || !Array.isArray(fields.coupon)) {
    return undefined
  }
  return String(fields.coupon[0])
}
