import { Link } from 'react-router'

/** Stands beside every button that buys: what is bought is a license, not the work itself. */
export function LicenceNote({ what }: { what: string }) {
  return (
    <p className="text-sm text-muted">
      You buy a license to use {what}, under the{' '}
      <Link to="/TermsOfService/" className="whitespace-nowrap text-link underline underline-offset-2">
        Terms of Service
      </Link>
      .
    </p>
  )
}
