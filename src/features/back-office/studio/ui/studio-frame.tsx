import type { ReactNode } from 'react'
import { HelpLink } from './help-link.tsx'

/** The heading and margins of a studio page. */
export function StudioFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page-width pt-6 pb-12 sm:pt-8">
      <header className="mb-6 flex items-start justify-between gap-6">
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
        <HelpLink />
      </header>
      {children}
    </div>
  )
}
