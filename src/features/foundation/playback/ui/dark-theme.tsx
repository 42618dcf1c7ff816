import type { ReactNode } from 'react'

/** Videos are watched in the dark. */
export function DarkTheme({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" className="min-h-[calc(100dvh-7rem)] bg-paper text-ink has-[>.message-page]:grid">
      {children}
    </div>
  )
}
