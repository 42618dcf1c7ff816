import { classes } from './classes.ts'

const BAR =
  'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-study [&::-webkit-progress-value]:transition-[inline-size] [&::-moz-progress-bar]:bg-study'

/** A progress bar, labeled by `labelledBy`; without it, the bar is only decoration next to text that says the same. */
export function ProgressBar({
  value,
  max,
  labelledBy,
  className,
}: {
  value: number
  max: number
  labelledBy?: string
  className?: string
}) {
  return (
    <progress
      value={value}
      max={max}
      aria-labelledby={labelledBy}
      aria-hidden={labelledBy === undefined || undefined}
      className={classes(BAR, className)}
    />
  )
}
