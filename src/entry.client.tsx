import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { STARTED } from '#web/client/first-load.ts'
import { registerWorker } from '#web/client/register-worker.ts'
import { guardSinks } from '#web/ui/trusted-types.ts'

/** Called by the page itself when it is painted and its scripts have come: `scripts-last.ts`. */
export function start(): void {
  guardSinks()
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
