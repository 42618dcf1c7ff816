import { classes } from './classes.ts'

/** A gray placeholder of the same size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classes(
        'max-w-full animate-pulse bg-line',
        !className?.includes('rounded-') && 'rounded-control',
        className ?? 'h-5 w-full',
      )}
    />
  )
}
