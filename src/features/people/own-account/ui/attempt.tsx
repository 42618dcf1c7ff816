import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { getErrorMessage } from '#features/people/accounts/ui/form-errors.ts'
import { describePasskeyError } from '#features/people/two-factor/ui/passkeys.ts'

type RemoveButtonProps = { what: string; isBusy: boolean; onRemove: () => Promise<void> }

export function RemoveButton({ what, isBusy, onRemove }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [isAsking])
  if (!isAsking)
    return (
      <p>
        <Button variant="quiet" aria-label={`Remove ${what}`} onClick={() => setAsking(true)}>
          Remove
        </Button>
      </p>
    )
  return (
    <div role="group" aria-label={`Remove ${what}?`} className="flex flex-wrap gap-3">
      <Button ref={yes} busy={isBusy} onClick={() => void onRemove().then(() => setAsking(false))}>
        Yes, remove
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </div>
  )
}

export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const pressed = useRef<Element>(null)
  // A disabled button loses focus, and a dialog may have taken it meanwhile.
  useEffect(() => {
    const { current } = pressed
    if (!isBusy && document.activeElement === document.body && current instanceof HTMLElement) current.focus()
  }, [isBusy])
  const attempt = async (act: () => Promise<void>) => {
    pressed.current = document.activeElement
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      console.error(error)
      setProblem(describePasskeyError(error) ?? getErrorMessage(error))
    }
    setBusy(false)
  }
  return { isBusy, attempt, failure: problem !== undefined && <Notice kind="error">{problem}</Notice> }
}
