import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'

/** The refund period, with a link to its terms. Shows nothing if the terms promise no refunds. */
export function RefundLink() {
  const days = useSite()?.refund_days
  if (!days) return null
  return (
    <Link
      to={`${pageAddress('/TermsOfService/')}#refunds`}
      className="inline-flex min-h-6 items-center text-link underline underline-offset-2"
    >
      {/* This must be one text node, because a page translator would make several text nodes in a flex container into
         separate items. */}
      {`${days}-day refund policy`}
    </Link>
  )
}
