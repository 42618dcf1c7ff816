import type { ReactNode } from 'react'

/** A page with a single centered message. The layout recognizes it by its class. */
export function MessagePage({ children }: { children: ReactNode }) {
  return (
    <div className="message-page page-width flex flex-col items-center justify-center gap-5 pt-12 text-center sm:pt-16">
      {children}
    </div>
  )
}
