import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type Kind = 'info' | 'error' | 'success'

const KINDS: Record<Kind, { look: string; icon: IconName; iconLook: string }> = {
  info: { look: 'border-line bg-wash', icon: 'info', iconLook: 'text-link' },
  error: { look: 'border-danger/40 bg-danger-wash', icon: 'alert', iconLook: 'text-danger' },
  success: { look: 'border-study/40 bg-study-wash', icon: 'check-circle', iconLook: 'text-study-ink' },
}

/**
 * A message on the page with an optional action. Screen readers announce errors immediately and successes politely.
 * They do not announce information, or the action.
 */
export function Notice({
  kind = 'info',
  children,
  action,
  className,
}: {
  kind?: Kind
  children: ReactNode
  action?: ReactNode
  className?: string
}) {
  const { look, icon, iconLook } = KINDS[kind]
  const role = kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined
  return (
    <div
      className={classes('flex flex-wrap items-center gap-y-3 rounded-card border px-4 py-3 text-sm', look, className)}
    >
      <div className="flex min-w-0 flex-1 basis-80 items-start gap-3">
        <Icon name={icon} className={classes('mt-0.5', iconLook)} />
        <div
          // A new key for each kind, so that a message of a different kind is announced.
          key={kind}
          role={role}
          className={classes('min-w-0 text-pretty', kind === 'error' && 'font-medium text-danger')}
        >
          {children}
        </div>
      </div>
      {/* Next to the text if there is room, otherwise below; full width on phones. */}
      {action && (
        <div className="flex flex-col items-start gap-3 max-sm:w-full max-sm:items-stretch sm:pl-8">{action}</div>
      )}
    </div>
  )
}
