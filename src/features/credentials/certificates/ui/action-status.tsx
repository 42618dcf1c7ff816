import { classes } from '#web/ui/classes.ts'
import type { ActionResult } from './use-async-action.ts'

/** The result of the last action; rendered before it, so that screen readers announce it. */
export function ActionStatus({ result, className }: { result: ActionResult | undefined; className?: string }) {
  return (
    <p
      role={result?.isProblem ? 'alert' : 'status'}
      className={classes(
        'min-w-0 text-sm font-medium wrap-anywhere',
        result?.isProblem ? 'text-danger' : 'text-study-ink',
        className,
      )}
    >
      {result?.text}
    </p>
  )
}
