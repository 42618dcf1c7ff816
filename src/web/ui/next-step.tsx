import type { ReactNode } from 'react'

/**
 * The current state and the next step with its buttons. In narrow containers, the buttons are below the text and
 * equally wide; otherwise they are next to it.
 */
export function NextStep({ lead, title, children }: { lead: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="@container rounded-card border border-line bg-surface p-5">
      <div className="flex flex-col gap-4 @xl:flex-row @xl:items-center @xl:gap-6">
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{lead}</p>
          <p className="mt-1 font-serif text-lg font-semibold text-balance">{title}</p>
        </div>
        <div className="flex flex-col gap-3 @xl:flex-row">{children}</div>
      </div>
    </div>
  )
}
