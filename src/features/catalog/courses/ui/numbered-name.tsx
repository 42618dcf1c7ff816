import { classes } from '#web/ui/classes.ts'

/**
 * Shows the number of '2. The Rules' in its own column, but keeps one text for screen readers and for searching the
 * page.
 */
export function NumberedName({ name, className }: { name: string; className?: string }) {
  const [, number, rest] = /^(\d+\.)\s+(\S.*)$/.exec(name) ?? []
  if (number === undefined) return <span className={classes('min-w-0', className)}>{name}</span>
  return (
    <span className={classes('min-w-0 pl-6 -indent-6', className)}>
      <span className="money inline-block min-w-5 indent-0">{number}</span> {rest}
    </span>
  )
}
