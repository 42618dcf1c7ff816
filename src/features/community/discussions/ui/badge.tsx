import type { ReactNode } from 'react'
import { classes } from '#web/ui/classes.ts'

export function Badge({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-block rounded-control border px-2 py-0.5 text-xs font-semibold whitespace-nowrap',
        isGood ? 'border-study bg-study-wash text-study-ink' : 'border-line bg-wash text-ink',
      )}
    >
      {children}
    </span>
  )
}
