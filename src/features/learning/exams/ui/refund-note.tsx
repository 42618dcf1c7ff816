import { RefundLink } from '#features/foundation/products/ui/refund-link.tsx'
import { useSite } from '#web/shell/site.ts'

/** Shown next to Request Certificate, because terms may exclude refunds after the request, as the built-in ones do. */
export function RefundNote() {
  const site = useSite()
  if (!site?.refund_days) return null
  return (
    <p className="text-sm text-pretty text-muted">
      Requesting your certificate {site.has_built_in_terms ? 'ends' : 'may end'} your right to a refund. See our{' '}
      <RefundLink />.
    </p>
  )
}
