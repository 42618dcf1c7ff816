import { useId, useState } from 'react'
import { formatDollars } from '#shared/format-dollars.ts'
import { readMoney } from '#shared/typed-money.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ActionNotice, Form } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { Order } from '../orders.contract.ts'
import type { orderActions } from './order-actions.ts'
import { ReasonField } from './reason-field.tsx'

/** Refunds all or part of an order. */
export function RefundForm({
  order,
  reloads,
  onChanged,
  onDone,
  onClose,
}: {
  order: Order
  reloads: boolean
  onChanged: ((order: Order) => void) | undefined
  onDone: (message: string) => void
  onClose: () => void
}) {
  const { order_number: number, left } = order
  // Access may have ended before all of the money was refunded.
  const isOpen = order.state.startsWith('paid')
  const name = useId()
  const [isPart, setPart] = useState(false)
  const [amount, setAmount] = useState('')
  const [why, setWhy] = useState('')
  const action = useAction<typeof orderActions>({ reloads })
  const reply = action.result('refund')
  const again = reply?.next_times ?? null

  const refund = async (times: number) => {
    const done = await action.submit('refund', number, { amount: isPart ? amount : null, why, times })
    if (done?.order) onChanged?.(done.order)
    if (done?.is_done) onDone(done.message)
  }

  return (
    <Form aria-label={`Refund order ${number}`} className="flex max-w-text flex-col gap-4" onSubmit={() => refund(1)}>
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-sm font-semibold">Refund amount</legend>
        {[
          {
            isThis: !isPart,
            text: `Full refund, ${formatDollars(left)}${isOpen ? ' (removes access)' : ''}`,
            part: false,
          },
          { isThis: isPart, text: `Partial refund${isOpen ? ' (keeps access)' : ''}`, part: true },
        ].map(({ isThis, text, part }) => (
          <label key={text} className="flex min-h-11 items-center gap-3 py-1.5 leading-snug">
            <input
              type="radio"
              name={name}
              checked={isThis}
              onChange={() => setPart(part)}
              className="size-5 shrink-0 accent-bar"
            />
            {text}
          </label>
        ))}
      </fieldset>
      {isPart && (
        <TypedField
          label="Amount in dollars"
          read={readMoney}
          inputMode="decimal"
          placeholder="10.00"
          value={amount}
          error={action.errors['amount']}
          onChange={setAmount}
          className="max-w-40"
        />
      )}
      <ReasonField
        why={why}
        error={action.errors['why']}
        hint="Saved in the audit log with your name. The buyer sees the amount, not the reason."
        onChange={setWhy}
      />
      {reply ? <Notice>{reply.message}</Notice> : <ActionNotice action={action} fields={['amount', 'why']} />}
      <Notice>
        You can’t reverse a refund. It usually appears on the buyer’s statement within 5 to 10 business days.
        {isOpen && !isPart && ' If this ends the buyer’s access, any certificate for this product is revoked.'}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={action.isBusy}>
          {isPart ? 'Refund this amount' : `Refund ${formatDollars(left)}`}
        </Button>
        {again !== null && (
          <Button variant="quiet" busy={action.isBusy} onClick={() => void refund(again)}>
            Refund again
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
