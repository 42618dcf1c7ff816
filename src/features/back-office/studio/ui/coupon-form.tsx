import { useId, useState } from 'react'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import type { couponActions } from './coupon-actions.ts'

type CouponFormProps = {
  products: readonly { id: string; item: string }[]
  onMade: (message: string) => void
  onClose: () => void
}

const EMPTY = { code: '', percent: '', amount: '', since: '', until: '', limit: '', per_member: '1' }

/** Keeps what was entered until the coupon is created. */
export function CouponForm({ products, onMade, onClose }: CouponFormProps) {
  const name = useId()
  const [typed, setTyped] = useState(EMPTY)
  const [isPercent, setPercent] = useState(true)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const action = useAction<typeof couponActions>({ reloads: true })
  const field = (which: keyof typeof EMPTY) => ({
    value: typed[which],
    error: action.errors[which],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setTyped((now) => ({ ...now, [which]: currentTarget.value })),
  })
  const make = async () => {
    const made = await action.submit('makeCoupon', {
      code: typed.code,
      percent: isPercent ? numberIn(typed.percent) : null,
      amount: isPercent ? null : typed.amount,
      products: [...chosen],
      since: typed.since || null,
      until: typed.until || null,
      limit: typed.limit.trim() === '' ? null : numberIn(typed.limit),
      per_member: numberIn(typed.per_member),
    })
    if (made) onMade(made.message)
  }
  return (
    <Form
      aria-label="New coupon"
      className="flex max-w-text flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={make}
    >
      <h2 className="text-xl">New coupon</h2>
      <TextField
        label="Code"
        hint="What buyers enter: letters, digits, and hyphens. You can’t reuse a code for another coupon."
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        {...field('code')}
      />
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-semibold">Discount</legend>
        {[
          { text: 'Percentage', percent: true },
          { text: 'Fixed amount', percent: false },
        ].map(({ text, percent }) => (
          <label key={text} className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
            <input
              type="radio"
              name={name}
              checked={isPercent === percent}
              onChange={() => setPercent(percent)}
              className="size-5 shrink-0 accent-bar"
            />
            {text}
          </label>
        ))}
      </fieldset>
      {isPercent ? (
        <TextField label="Percent" inputMode="numeric" placeholder="20" className="max-w-40" {...field('percent')} />
      ) : (
        <TextField
          label="Amount in dollars"
          inputMode="decimal"
          placeholder="10.00"
          className="max-w-40"
          hint="If the discounted price is less than $0.50, the product is free."
          {...field('amount')}
        />
      )}
      <Disclosure
        label={chosen.length === 0 ? 'All products. Limit to certain products…' : `Selected products: ${chosen.length}`}
      >
        <fieldset className="mt-2 flex flex-col">
          <legend className="sr-only">Only these products</legend>
          {products.map(({ id, item }) => (
            <label key={id} className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ currentTarget }) =>
                  setChosen(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                }
                className="size-5 shrink-0 accent-bar"
              />
              {item}
            </label>
          ))}
        </fieldset>
      </Disclosure>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First day (optional)" type="date" {...field('since')} />
        <TextField label="Last day (optional)" type="date" {...field('until')} />
        <TextField label="Total uses (optional)" inputMode="numeric" {...field('limit')} />
        <TextField label="Uses per member" inputMode="numeric" {...field('per_member')} />
      </div>
      <ActionNotice action={action} fields={Object.keys(EMPTY)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          Create coupon
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

/** Sends an invalid number anyway, so that the server reports the error for its field. */
function numberIn(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : 0
}
