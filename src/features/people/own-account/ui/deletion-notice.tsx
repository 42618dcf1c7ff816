import { useEffect, useState } from 'react'
import { Time } from '#web/shell/time.tsx'
import { call } from '#web/client/api.ts'
import { useAction } from '#web/client/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { readDeletion } from '../own-data.contract.ts'
import type { deletionActions } from './account-actions.ts'

type DeletionNoticeProps = {
  /** The day for which the deletion is scheduled ('2026-11-29'). */
  dueOn: string
  onDone: () => void
}

/** Says that the account is scheduled for deletion, with a button to cancel that. */
export function DeletionNotice({ dueOn, onDone }: DeletionNoticeProps) {
  const action = useAction<typeof deletionActions>({
    unreachable: 'We couldn’t cancel the deletion. Try again.',
  })
  const cancel = async () => {
    if (await action.submit('cancelDeletion')) onDone()
  }
  return (
    <Notice
      kind="error"
      action={
        <Button busy={action.isBusy} onClick={() => void cancel()}>
          Keep my account
        </Button>
      }
    >
      {action.status?.text ?? (
        <>
          Your account is scheduled for deletion after <Time at={dueOn} />. Nothing changes until then.
        </>
      )}
    </Notice>
  )
}

/** Shows a `DeletionNotice` on other pages. Shows nothing until it is known that a deletion is scheduled. */
export function DeletionNoticeIfDue() {
  const [dueOn, setDueOn] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    call<typeof readDeletion>('GET /Academy/api/account/deletion/', { signal: leaving.signal })
      .then((deletion) => setDueOn(deletion.due_on))
      // The page is about something else, so this error is ignored.
      .catch(() => {})
    return () => leaving.abort()
  }, [])
  if (dueOn === null) return null
  return (
    <div className="mb-6">
      <DeletionNotice dueOn={dueOn} onDone={() => setDueOn(null)} />
    </div>
  )
}
