import { useId } from 'react'

const DELIVERIES = { now: 'Immediately', daily: 'Daily', weekly: 'Weekly', never: 'Never' } as const

type Delivery = keyof typeof DELIVERIES

type FieldProps = {
  label: string
  /** Says when the email is sent. */
  text: string
  delivery: Delivery
  /** True while the choice is being saved. Then the field keeps the focus but ignores input. */
  isBusy: boolean
  onChange: (delivery: Delivery) => void
}

export function DeliveryField({ label, text, delivery, isBusy, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 id={id} className="font-sans text-base font-semibold">
          {label}
        </h3>
        <p id={`${id}-text`} className="mt-1 max-w-text text-sm text-pretty text-muted">
          {text}
        </p>
      </div>
      <select
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        aria-disabled={isBusy || undefined}
        value={delivery}
        onChange={({ target }) => !isBusy && onChange(target.value as Delivery)}
        className="min-h-11 shrink-0 rounded-control border border-edge bg-surface px-3 text-sm"
      >
        {Object.entries(DELIVERIES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
