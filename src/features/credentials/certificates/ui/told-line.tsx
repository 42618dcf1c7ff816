import { classes } from '#web/ui/classes.ts'
import type { Told } from './use-attempt.ts'

/** What came of the last deed; there before it, so that it is heard. */
export function ToldLine({ told, className }: { told: Told | undefined; className?: string }) {
  return (
    <p
      role={told?.isProblem ? 'alert' : 'status'}
      className={classes(
        'min-w-0 text-sm font-medium wrap-anywhere',
        told?.isProblem ? 'text-danger' : 'text-study-ink',
        className,
      )}
    >
      {told?.text}
    </p>
  )
}
