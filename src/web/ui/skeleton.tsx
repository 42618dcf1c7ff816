import { classes } from './classes.ts'

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
