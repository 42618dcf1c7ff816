import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'info' | 'error' | 'success'

const KINDS: Record<Kind, { look: string; icon: IconName; iconLook: string }> = {
  info: { look: 'border-line bg-wash', icon: 'info', iconLook: 'text-link' },
  error: { look: 'border-danger/40 bg-danger-wash', icon: 'alert', iconLook: 'text-danger' },
  success: { look: 'border-study/40 bg-study-wash', icon: 'check-circle', iconLook: 'text-study-ink' },
}

/** A message in the page. Errors are announced at once, successes politely, information not at all. */
export function Notice({
  kind = 'info',
  children,
  className,
}: {
  kind?: Kind
  children: ReactNode
  className?: string
}) {
  const { look, icon, iconLook } = KINDS[kind]
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined
  return (
    <div
      role={role}
      className={classes('flex items-start gap-3 rounded-card border px-4 py-3 text-sm', look, className)}
    >
      <Icon name={icon} className={classes('mt-0.5', iconLook)} />
      <div className={classes('min-w-0 flex-1 text-pretty', kind === 'error' && 'font-medium text-danger')}>
        {children}
      </div>
    </div>
  )
}
