import type { ReactNode } from 'react'

export function AccountCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      <div className="rounded-card border border-line bg-surface p-5 sm:p-6">{children}</div>
    </section>
  )
}
