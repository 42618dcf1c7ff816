import { useId } from 'react'
import { classes } from '#web/ui/classes.ts'

type SwitchProps = {
  label: string
  /** Says which emails stop when the switch is turned off. */
  children: string
  isOn: boolean
  /** True while the choice is being saved. Then the switch keeps the focus but ignores input. */
  isBusy: boolean
  onChange: (isOn: boolean) => void
}

export function NotificationSwitch({ label, children, isOn, isBusy, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0 flex-1 basis-60">
        <h3 id={id} className="font-sans text-base font-semibold">
          {label}
        </h3>
        <p id={`${id}-text`} className="mt-1 max-w-text text-sm text-pretty text-muted">
          {children}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-text`}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onChange(!isOn)}
        className="flex min-h-11 shrink-0 cursor-pointer items-center gap-3 rounded-control px-1 text-sm font-medium"
      >
        <span aria-hidden="true" className="w-6 text-right">
          {isOn ? 'On' : 'Off'}
        </span>
        <span
          aria-hidden="true"
          className={classes(
            'flex h-7 w-12 items-center rounded-full border-2 px-0.5 transition-colors',
            isOn ? 'justify-end border-study bg-study' : 'justify-start border-edge bg-surface',
          )}
        >
          <span className={classes('ground-sign size-5 rounded-full', isOn ? 'bg-white' : 'bg-edge')} />
        </span>
      </button>
    </div>
  )
}
