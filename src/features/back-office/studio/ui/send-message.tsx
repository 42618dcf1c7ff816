import { useEffect, useState } from 'react'
import type { EndpointReply } from '#shared/endpoint.ts'
import { pluralize } from '#shared/pluralize.ts'
import { hasPermissionForAny } from '#shared/policy.ts'
import { formatTimeOfDay, readTimeOfDay } from '#shared/typed-times.ts'
import { describeError, UNREACHABLE } from '#web/client/actions.ts'
import { call } from '#web/client/api.ts'
import type { Action } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TypedField } from '#web/ui/typed-field.tsx'
import type { countMessage } from '../messages.contract.ts'
import type { messageActions } from './message-actions.ts'
import { useStaff } from './staff.ts'

type MessageAction = Action<typeof messageActions>
type Count = EndpointReply<typeof countMessage>

const MAX_WITHOUT_OWNER = 100

type SendNowProps = { id: string; action: MessageAction; onSend: () => Promise<unknown>; onClose: () => void }

/** Asks before a message is sent: to how many, and who doesn't get it. */
export function SendNow({ id, action, onSend, onClose }: SendNowProps) {
  const { count, error } = useCount(id)
  const role = useStaff()?.role
  if (!count)
    return (
      <p className="min-h-11 py-2 text-sm" role={error === undefined ? 'status' : 'alert'}>
        {error ?? 'Counting recipients…'}
      </p>
    )
  const { recipients, not_sent: notSent } = count
  const learners = pluralize(recipients, 'learner')
  const isTooMany =
    recipients > MAX_WITHOUT_OWNER && !(role !== undefined && hasPermissionForAny(role, 'message many learners'))
  const canSend = recipients > 0 && !isTooMany
  return (
    <div className="flex max-w-text flex-col gap-3" role="group" aria-label="Send now">
      <p className="font-semibold">{recipients === 0 ? 'No one will get this message.' : `Send to ${learners}?`}</p>
      {notSent.length > 0 && (
        <div className="text-sm">
          <p>Not included:</p>
          <ul className="list-disc pl-5">
            {notSent.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      )}
      {isTooMany && (
        <Notice kind="info">Only an owner can send to more than 100 learners. Save the draft, and ask an owner.</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        {canSend && (
          <Button busy={action.isRunning('sendMessage')} onClick={() => void onSend()}>
            Send to {learners}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {canSend ? 'Don’t send yet' : 'Close'}
        </Button>
      </div>
    </div>
  )
}

function useCount(id: string) {
  const [count, setCount] = useState<Count>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    const asking = new AbortController()
    call<typeof countMessage>('GET /Academy/api/studio/messages/:id/count/', {
      params: { id },
      signal: asking.signal,
    }).then(setCount, (failure: unknown) => asking.signal.aborted || setError(describeError(failure, UNREACHABLE)))
    return () => asking.abort()
  }, [id])
  return { count, error }
}

type Later = { day: string; time: string }
type SendLaterProps = {
  scheduled: Later | undefined
  timeZone: string
  action: MessageAction
  onSend: (later: Later) => Promise<void>
  onClose: () => void
}

/** Asks for a date and a time in the academy's time zone. */
export function SendLater({ scheduled, timeZone, action, onSend, onClose }: SendLaterProps) {
  const [later, setLater] = useState<Later>(scheduled ?? { day: '', time: '09:00' })
  const change = (part: Partial<Later>) => {
    for (const field of Object.keys(part)) action.clearError(`later.${field}`)
    setLater((now) => ({ ...now, ...part }))
  }
  return (
    <div className="flex max-w-text flex-col gap-3" role="group" aria-label="Send later">
      <div className="flex flex-wrap gap-3">
        <DateField
          label="Date"
          value={later.day}
          error={action.errors['later.day']}
          onChange={(day) => change({ day })}
        />
        <TypedField
          label="Time"
          value={later.time}
          error={action.errors['later.time']}
          read={readTimeOfDay}
          format={formatTimeOfDay}
          onChange={(time) => change({ time })}
        />
      </div>
      <p className="text-sm text-muted">
        In your academy’s time zone ({timeZone.replaceAll('_', ' ')}). Recipients are chosen at that time.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button busy={action.isRunning('sendMessage')} onClick={() => void onSend(later)}>
          Schedule
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
