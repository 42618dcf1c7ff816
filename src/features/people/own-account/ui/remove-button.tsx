import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

type RemoveButtonProps = { what: string; isBusy: boolean; onRemove: () => Promise<unknown> }

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
        Remove
      </Button>
      <Button variant="quiet" onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </div>
  )
}
