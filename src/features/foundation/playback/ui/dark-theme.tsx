import type { ReactNode } from 'react'

/** The dark area around a video. */
export function DarkTheme({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" className="min-h-[calc(100dvh-7rem)] bg-paper text-ink has-[>.message-page]:grid">
      {children}
    </div>
  )
}
