import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'

/** Under what pays; nothing where nothing is paid. */
export function RefundNote({ price }: { price: string }) {
  if (Number(price) === 0) return null
  return (
    <p className="text-center text-sm empty:hidden">
      <RefundLink />
    </p>
  )
}

/** How long one may ask for the money, and where the conditions stand. Nothing where the terms promise nothing. */
export function RefundLink() {
  const days = useSite()?.refund_days
  if (!days) return null
  return (
    <Link
      to={`${pageAddress('/TermsOfService/')}#refunds`}
      className="inline-flex min-h-6 items-center text-link underline underline-offset-2"
    >
      {days}-day refund, conditions
    </Link>
  )
}
