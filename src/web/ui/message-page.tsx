import type { ReactNode } from 'react'

/** A page that is one message, in the middle of the room it is given: what stands around it knows it by its class. */
export function MessagePage({ children }: { children: ReactNode }) {
  return (
    <div className="message-page page-width flex flex-col items-center justify-center gap-5 pt-12 text-center sm:pt-16">
      {children}
    </div>
  )
}
