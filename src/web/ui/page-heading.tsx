import type { ReactNode } from 'react'

export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="pt-10 pb-8 sm:pt-14 sm:pb-10">
      <h1>{title}</h1>
      {children && <div className="mt-3 max-w-text text-balance text-muted *:text-balance">{children}</div>}
    </header>
  )
}
