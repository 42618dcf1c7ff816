import { RefundLink } from '#features/foundation/products/ui/refund-link.tsx'
import { EmailLink } from '#web/shell/email-link.tsx'

/** Says whom to contact about a refund, and links to the terms. */
export function AboutOrders() {
  return (
    <p className="mt-3 text-sm text-muted">
      Questions about an order? Email <EmailLink /> with the order number. <RefundLink />
    </p>
  )
}
