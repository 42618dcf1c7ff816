import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/icon.tsx'

export function CourseSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

export function Point({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-1 text-link" />
      <span className="max-w-text min-w-0">{children}</span>
    </li>
  )
}
