import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { confirmWith } from '#web/client/confirming.ts'
import { STARTED } from '#web/client/first-load.ts'
import { registerWorker } from '#web/client/register-worker.ts'
import { guardSinks } from '#web/ui/trusted-types.ts'

/** Called by the page itself when it is painted and its scripts have come: `scripts-last.ts`. */
export function start(): void {
  guardSinks()
  // Loaded when it is needed: few calls ask again who is there.
  confirmWith(async () => (await import('#features/accounts/ui/ask-to-confirm.ts')).askToConfirm())
  dispatchEvent(new Event(STARTED))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
  registerWorker()
}
