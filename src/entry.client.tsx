import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { STARTED } from '#web/first-load.ts'
import { registerWorker } from '#web/register-worker.ts'

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
