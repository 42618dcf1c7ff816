import { pluralize } from '#shared/pluralize.ts'
import { useSite } from '#web/shell/site.ts'
import { IconItem } from './icon-item.tsx'

/** The refund promise and who processes the card, shown next to the payment form. Empty for a free product. */
export function PaymentNotes({ price }: { price: string }) {
  const site = useSite()
  if (Number(price) === 0 || !site) return null
  return (
    <ul className="flex list-none flex-col gap-1 text-sm text-muted">
      {site.refund_days !== null && (
        <IconItem icon="check-circle">
          {`Changed your mind? Our refund policy covers you for ${pluralize(site.refund_days, 'day')}.`}
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
