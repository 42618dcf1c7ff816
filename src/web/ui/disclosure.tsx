import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

type DisclosureProps = { label: string; className?: string; children: ReactNode }

/** Rarely needed content behind a toggle. */
export function Disclosure({ label, className, children }: DisclosureProps) {
  return (
    <details className={classes('group print:[&::details-content]:[content-visibility:visible]', className)}>
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control py-1.5 text-sm font-semibold text-pretty text-link [&::-webkit-details-marker]:hidden">
        {label}
        <Icon name="chevron" className="print:hidden transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
