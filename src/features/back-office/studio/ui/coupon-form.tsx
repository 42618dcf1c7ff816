import { useId, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { readMoney } from '#shared/typed-money.ts'
import { readUses, readWholePercent } from '#shared/typed-numbers.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { searchCoupons } from '../coupons.contract.ts'
import type { couponActions } from './coupon-actions.ts'

export type Coupon = EndpointReply<typeof searchCoupons>['coupons'][number]

type CouponFormProps = {
  /** The coupon to change; undefined for a new one. */
  coupon?: Coupon
  products: readonly { id: string; item: string }[]
  onMade: (message: string) => void
  onClose: () => void
}

type Typed = typeof EMPTY

const EMPTY = { code: '', name: '', percent: '', amount: '', since: '', until: '', limit: '', per_member: '1' }

function fromCoupon(coupon: Coupon): typeof EMPTY {
  return {
    code: coupon.code,
    name: coupon.name,
    percent: coupon.percent === null ? '' : String(coupon.percent),
    amount: coupon.amount ?? '',
    since: coupon.since ?? '',
    until: coupon.until ?? '',
    limit: coupon.limit === null ? '' : String(coupon.limit),
    per_member: String(coupon.per_member),
  }
}

/** Keeps what was entered until the coupon is created or changed. */
export function CouponForm({ coupon, products, onMade, onClose }: CouponFormProps) {
  const name = useId()
  const [typed, setTyped] = useState(() => (coupon ? fromCoupon(coupon) : EMPTY))
  const [isPercent, setPercent] = useState(coupon === undefined || coupon.percent !== null)
  const [chosen, setChosen] = useState<readonly string[]>(coupon?.products ?? [])
  // The coupon as it was when the form was opened, even if the list is loaded again meanwhile.
  const [revision] = useState(coupon?.revision)
  const action = useAction<typeof couponActions>({ reloads: true })
  const field = (which: keyof Typed) => ({
    value: typed[which],
    error: action.errors[which],
    onChange: (value: string) => setTyped((now) => ({ ...now, [which]: value })),
  })
  const textField = (which: keyof Typed) => {
    const { onChange, ...given } = field(which)
    return {
      ...given,
      autoComplete: 'off',
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
    }
  }
  const make = async () => {
    const terms = {
      name: typed.name,
      percent: isPercent ? typed.percent : null,
      amount: isPercent ? null : typed.amount,
      products: [...chosen],
      since: typed.since || null,
      until: typed.until || null,
      limit: typed.limit.trim() || null,
      per_member: typed.per_member,
    }
    const made =
      revision === undefined
        ? await action.submit('makeCoupon', { code: typed.code, ...terms })
        : await action.submit('changeCoupon', typed.code, { ...terms, revision })
    if (made) onMade(made.message)
  }
  return (
    <Form
      aria-label={coupon ? `Change ${coupon.code}` : 'New coupon'}
      className="flex max-w-text flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-6"
      onSubmit={make}
    >
      {coupon ? (
        <>
          <h2 className="text-xl wrap-anywhere">Change {coupon.code}</h2>
          <p className="text-sm text-muted">
            {coupon.uses > 0 && `Used ${pluralize(coupon.uses, 'time')} so far. `}
            Orders already paid keep their price. A checkout in progress keeps its price for up to a day, unless the new
            price is lower. You can’t change the code, because buyers may already have it.
          </p>
        </>
      ) : (
        <>
          <h2 className="text-xl">New coupon</h2>
          <TextField
            label="Code"
            hint="What buyers enter: letters, digits, and hyphens. You can’t reuse a code for another coupon."
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            {...textField('code')}
          />
        </>
      )}
      <TextField
        label="Name (optional)"
        hint="Only staff see it. For example: “Spring newsletter.”"
        maxLength={100}
        {...textField('name')}
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
        <TypedField
          label="Percent"
          read={readWholePercent}
          inputMode="decimal"
          placeholder="20"
          className="max-w-40"
          {...field('percent')}
        />
      ) : (
        <TypedField
          label="Amount in dollars"
          read={readMoney}
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
        <DateField label="First day (optional)" {...field('since')} />
        <DateField label="Last day (optional)" {...field('until')} />
        <TypedField label="Total uses (optional)" read={readUses} inputMode="numeric" {...field('limit')} />
        <TypedField label="Uses per member" read={readUses} inputMode="numeric" {...field('per_member')} />
      </div>
      <ActionNotice action={action} fields={Object.keys(EMPTY)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          {coupon ? 'Save changes' : 'Create coupon'}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
