import type { ReactNode } from 'react'
import { Icon, type IconName } from '#web/ui/icon.tsx'

/** An item of a short list about an offer. */
export function IconItem({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon name={icon} className="mt-0.5 text-link" />
      <span className="min-w-0">{children}</span>
    </li>
  )
}
