import type { ReactNode } from 'react'

/** The title of a page, its one h1, with a sentence under it where there is one. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="pt-10 pb-8 sm:pt-14 sm:pb-10">
      <h1>{title}</h1>
      {children && <div className="mt-3 max-w-text text-balance text-muted *:text-balance">{children}</div>}
    </header>
  )
}
