import { useEffect, useState } from 'react'
import type { countDueReminders } from '../reminders.contract.ts'
import { readReminderDays } from '#features/foundation/site/typed-settings.contract.ts'
import { pluralize } from '#shared/pluralize.ts'
import { isReminderDays } from '#shared/site-limits.ts'
import { call } from '#web/client/api.ts'
import { TypedField } from '#web/ui/typed-field.tsx'

type ReminderFieldProps = { days: string; error: string | undefined; onChange: (days: string) => void }

/** How long to wait for a pause in typing. */
const DEBOUNCE_MS = 400

/** The number of days before a reminder, and how many reminders would be sent today. */
export function ReminderField({ days, error, onChange }: ReminderFieldProps) {
  const wanted = days.trim()
  const isNumber = isReminderDays(wanted)
  const [due, setDue] = useState<{ days: string; members: number | undefined }>()
  useEffect(() => {
    if (!isNumber) return
    const asking = new AbortController()
    const timer = setTimeout(() => {
      call<typeof countDueReminders>('GET /Academy/api/studio/site/reminders/:days/', {
        params: { days: wanted },
        signal: asking.signal,
      }).then(
        ({ members }) => setDue({ days: wanted, members }),
        () => asking.signal.aborted || setDue({ days: wanted, members: undefined }),
      )
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [wanted, isNumber])
  return (
    <div>
      <TypedField
        label="Days of inactivity"
        hint="Email learners who stop studying for this many days (sent once, at 10:00 AM in the academy’s time zone). Try 7. Leave blank to turn off."
        read={readReminderDays}
        value={days}
        error={error}
        onChange={onChange}
      />
      <p role="status" className="mt-3 min-h-[1lh] text-sm">
        {isNumber && due?.days === wanted
          ? formatReminderCount(due.members)
          : wanted === '' || wanted === '0'
            ? 'No reminders are sent.'
            : ''}
      </p>
    </div>
  )
}

function formatReminderCount(members: number | undefined): string {
  if (members === undefined) return 'We couldn’t count who would get a reminder today.'
  if (members === 0) return 'No one would get a reminder today.'
  return `${pluralize(members, 'member')} would get a reminder today.`
}
