import { classes } from '#web/ui/classes.ts'

/**
 * The result of the last action. The element is on the page before the action runs, so that screen readers announce the
 * change.
 */
export function ActionStatus({
  status,
  className,
}: {
  status: { kind: 'success' | 'error'; text: string } | undefined
  className?: string
}) {
  const isError = status?.kind === 'error'
  return (
    <p
      role={isError ? 'alert' : 'status'}
      className={classes(
        'min-w-0 text-sm font-medium wrap-anywhere',
        isError ? 'text-danger' : 'text-study-ink',
        className,
      )}
    >
      {status?.text}
    </p>
  )
}
