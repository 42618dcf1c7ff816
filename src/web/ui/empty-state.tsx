import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export function EmptyState({
  icon = 'book',
  title,
  children,
}: {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-col items-center gap-5 rounded-card border border-dashed border-edge/60 bg-surface px-6 py-12 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-wash text-link">
        <Icon name={icon} className="size-7" />
      </span>
      <p className="font-serif text-lg text-balance">{title}</p>
      {children}
    </div>
  )
}
