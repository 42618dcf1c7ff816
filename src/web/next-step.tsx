import type { ReactNode } from 'react'

/** Where one stands and what comes next, with the way there. */
export function NextStep({ lead, title, children }: { lead: string; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm text-muted">{lead}</p>
        <p className="font-serif text-lg font-semibold text-balance">{title}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
