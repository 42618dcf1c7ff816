import type { Kind } from '#shared/kinds.ts'
import { pluralize } from '#shared/pluralize.ts'
import { useSite } from '#web/shell/site.ts'
import { REFUND_CONDITIONS } from '../refund-conditions.rules.ts'
import { IconItem } from './icon-item.tsx'

type PaymentNotesProps = { kind: Kind; price: string }

/**
 * States the refund promise and who processes the card. It is shown next to the payment form. It is empty for a free
 * product.
 */
export function PaymentNotes({ kind, price }: PaymentNotesProps) {
  const site = useSite()
  if (Number(price) === 0 || !site || site.cards.provider === 'none') return null
  return (
    <ul className="flex list-none flex-col gap-1 text-sm text-muted">
      {/* If the owner uses other terms, their conditions may differ. The policy is linked next to the price. */}
      {site.refund_days !== null && site.has_built_in_terms && (
        <IconItem icon="check-circle">
          {`Full refund within ${pluralize(site.refund_days, 'day')}${REFUND_CONDITIONS[kind]}.`}
        </IconItem>
      )}
      <IconItem icon="lock">
        {site.cards.provider === 'stripe'
          ? 'Card details go to Stripe. We never see them.'
          : 'Payments are simulated. No real card is charged.'}
      </IconItem>
    </ul>
  )
}
