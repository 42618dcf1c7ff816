import type { ReactNode } from 'react'

/** Films are watched in the dark. */
export function Dark({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" className="min-h-dvh bg-paper text-ink has-[>.message-page]:grid">
      {children}
    </div>
  )
}
