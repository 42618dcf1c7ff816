import type { ReactNode } from 'react'

/** One column on phones, two from 600 px, three from 900 px; the last row is always full. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <ul className="card-grid grid grid-cols-1 gap-6 sm:grid-cols-2 md:grid-cols-3 md:gap-8">{children}</ul>
}
