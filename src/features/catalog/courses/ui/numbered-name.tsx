import { classes } from '#web/ui/classes.ts'

/**
 * Shows the number of a name such as '2. The Rules' in its own column. Screen readers and searches on the page still
 * find a single text.
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
