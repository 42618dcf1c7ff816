import { type ReactNode, useId, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Collapsed on phones, so that what follows is not far down; expanded on wide screens. */
export function CollapsedOnMobile({ label, hint, children }: { label: string; hint: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="group flex min-h-14 w-full items-center gap-3 rounded-card border border-line bg-surface px-5 py-3 text-left aria-expanded:mb-3 md:hidden"
      >
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{label}</span>
          <span className="block text-sm text-muted">{hint}</span>
        </span>
        <Icon name="chevron" className="text-muted transition-transform group-aria-expanded:rotate-180" />
      </button>
      <div id={id} className={classes(!isOpen && 'max-md:hidden')}>
        {children}
      </div>
    </div>
  )
}
