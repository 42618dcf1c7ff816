import { Link } from 'react-router'
import { pageAddress } from '#shared/pages.ts'
import { useSite } from '#web/shell/site.ts'

/** Under what pays: how long one may ask for the money, and where the conditions stand. Nothing where the terms promise nothing, or nothing is paid. */
export function RefundNote({ price }: { price: string }) {
  const days = useSite()?.refund_days
  if (!days || Number(price) === 0) return null
  return (
    <p className="text-center text-sm">
      <Link
        to={`${pageAddress('/TermsOfService/')}#refunds`}
        className="inline-flex min-h-6 items-center text-link underline underline-offset-2"
      >
        {days}-day refund, conditions
      </Link>
    </p>
  )
}
