import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useReconnect } from '#web/client/online.ts'

/** Shown instead of a page that could not be fetched offline; it reloads automatically once the browser is online. */
export function OfflinePage() {
  const { revalidate, state } = useRevalidator()
  const tryAgain = useReconnect(true, () => void revalidate())
  return (
    <div className="page-width flex min-h-[calc(100dvh-7rem)] flex-col items-center justify-center gap-5 pt-12 text-center sm:pt-16">
      <span className="grid size-16 place-items-center rounded-full bg-wash text-link">
        <Icon name="offline" className="size-8" />
      </span>
      <h1 className="text-2xl">You’re offline</h1>
      <p role="status" className="max-w-text text-balance text-muted">
        This page will open when you’re back online.
      </p>
      <Button busy={state === 'loading'} onClick={tryAgain}>
        Try again
      </Button>
    </div>
  )
}
