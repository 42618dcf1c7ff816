import { pageAddress } from '#shared/pages.ts'
import { Link } from 'react-router'
import { classes } from '#web/ui/classes.ts'

/** Shown next to every buy button, because buyers get a license, not the work itself. */
export function LicenseNote({ what, className }: { what: string; className?: string }) {
  return (
    <p className={classes('text-sm text-muted', className)}>
      {`You’re buying a license to use ${what}, under the `}
      <Link to={pageAddress('/TermsOfService/')} className="text-link underline underline-offset-2">
        Terms of Service
      </Link>
      .
    </p>
  )
}
