import type { Page, Request } from 'playwright-core'

/**
 * Waits, from when it is made before a page is opened, until the page has asked for nothing any more for so long. It stands for the browser's own
 * `networkidle`, which never comes to a member: the bell's stream goes on as long as somebody is logged in, and a long video while it plays.
 */
export function createIdleWaiter(page: Page, quietMs: number): () => Promise<void> {
  const open = new Set<Request>()
  let changed = Date.now()
  const change = (act: () => void) => {
    act()
    changed = Date.now()
  }
  // What ends with its page is not waited for.
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
