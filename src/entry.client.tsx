import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import type { PlainAddress } from '#shared/pages.ts'
import { setIdentityPrompt } from '#web/client/confirm-identity.ts'
import { STARTED } from '#web/client/first-load.ts'
import { watchPageRestores } from '#web/client/page-restore.ts'
import { registerWorker } from '#web/client/register-worker.ts'
import { tolerateTranslators } from '#web/client/translated-text.ts'
import { installTrustedTypesPolicy } from '#web/ui/trusted-types.ts'

/** Called by the page itself once it is painted and its scripts have loaded (see `defer-scripts.ts`). */
export function start(): void {
  installTrustedTypesPolicy()
  tolerateTranslators()
  watchPageRestores()
  // Loaded on demand, because few requests require confirming identity.
  setIdentityPrompt(async () => (await import('#features/people/login/ui/ask-to-confirm.ts')).askToConfirm())
  addEventListener('keydown', searchWhenAsked)
  // Runs before the router handles the click.
  addEventListener('click', searchWhenAsked, true)
  dispatchEvent(new Event(STARTED))
  const hydrate = () =>
    void hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  // Hydrates in steps, so that the page stays responsive. In a browser set to another language, a page translator could
  // replace text between two steps, before React has found it, so there the whole page is hydrated in one step.
  if (navigator.language.startsWith('en')) startTransition(hydrate)
  else hydrate()
  registerWorker()
}

const SEARCH = '/Search/' satisfies PlainAddress

/**
 * The shortcut and the link in the header open the search over the page. Without scripts, in the menu, and if the
 * search fails to load, the link leads to its page.
 */
function searchWhenAsked(event: KeyboardEvent | MouseEvent): void {
  const isIn = (selector: string) => (event.target as Element).closest(selector)
  const isAsked = 'key' in event ? event.key === '/' : isIn(`[href="${SEARCH}"]`)
  if (
    !isAsked ||
    // Offline, the router handles the click: it opens the page once the browser is online, so that a lecture plays on.
    !navigator.onLine ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isIn('input,textarea,select,[contenteditable],dialog')
  )
    return
  event.preventDefault()
  void import('#features/community/search/ui/search-panel.tsx').then(
    ({ openSearch }) => openSearch(),
    () => location.assign(SEARCH),
  )
}
