import type { Endpoint } from '#shared/endpoint.ts'
import { abortPendingCalls, call } from './api.ts'
import { removeSavedOfOthers } from './member-storage.ts'
import { hasStaleMember, reloadPage, storedToken } from './session.ts'

// Defined here instead of being imported from the accounts contract: features depend on this folder, so it must not
// depend on features.
type ReadAccount = Endpoint & { method: 'GET'; url: '/Academy/api/account/' }

/** Longer than React needs to show that a request was aborted. */
const SETTLE_MS = 500

/** Handles pages restored from the browser's back/forward cache. */
export function watchPageRestores(): void {
  removeSavedOfOthers()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshRestoredPage()
  })
}

async function refreshRestoredPage(): Promise<void> {
  if (hasStaleMember()) return reloadPage()
  const busy = [...document.querySelectorAll('button[aria-busy=true]')]
  abortPendingCalls()
  // Buttons that are still busy afterward had no pending request: they had started a navigation to another page.
  if (busy.length > 0)
    setTimeout(() => {
      if (busy.some((button) => button.isConnected && button.getAttribute('aria-busy') === 'true')) location.reload()
    }, SETTLE_MS)
  if (storedToken() === undefined) return
  await call<ReadAccount>('GET /Academy/api/account/', { isUnattended: true }).catch(() => {})
  if (hasStaleMember()) reloadPage()
}
