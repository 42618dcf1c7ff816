import type { Page, Request } from 'playwright-core'

/**
 * Waits until the page has made no requests for this long. Create it before the page opens. Replaces the browser's
 * `networkidle`, which members never reach: the bell's stream stays open while they are logged in, as does a long video
 * while it plays.
 */
export function createIdleWaiter(page: Page, quietMs: number): () => Promise<void> {
  const open = new Set<Request>()
  let changed = Date.now()
  const change = (act: () => void) => {
    act()
    changed = Date.now()
  }
  // Requests that end with their page do not count.
  const goesOn = (request: Request) => request.resourceType() === 'media' || request.url().endsWith('/Academy/live/')
  const begun = (request: Request) => void (!goesOn(request) && change(() => open.add(request)))
  const ended = (request: Request) => change(() => open.delete(request))
  page.on('request', begun)
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    while (open.size > 0 || Date.now() - changed < quietMs) await page.waitForTimeout(20)
    page.off('request', begun)
    page.off('requestfinished', ended)
    page.off('requestfailed', ended)
  }
}
