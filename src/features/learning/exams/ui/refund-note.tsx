import { RefundLink } from '#features/foundation/products/ui/refund-link.tsx'
import { useSite } from '#web/shell/site.ts'

/** Shown next to Request Certificate, because terms may exclude refunds after the request, as the built-in ones do. */
export function RefundNote() {
  if (!useSite()?.refund_days) return null
  return (
    <p className="text-sm text-pretty text-muted">
      Requesting your certificate may end your right to a refund. See our <RefundLink />.
    </p>
  )
}
