import type { Browser, Page } from 'playwright-core'

export type Loaded = { address: string; type: string; bytes: number }

const SETTLED_MS = 500

/**
 * Budgets of a first visit: kilobytes as counted by `pageKilobytes`, and requests of any kind. The course page presents
 * the offer, so it has the most content.
 */
export const FIRST_VISIT = { home: 132, list: 130, course: 140, requests: 15 } as const

/**
 * What a browser with an empty cache loads to show a page, in bytes as sent (without headers), and its layout shift
 * (CLS).
 */
export async function coldLoad(
  browser: Browser,
  url: string,
  {
    width,
    token,
    lateFonts = false,
    until,
  }: { width: number; token?: string; lateFonts?: boolean; until?: (page: Page) => Promise<void> },
): Promise<{ requests: Loaded[]; shift: number }> {
  const { origin } = new URL(url)
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 800 : 900 } })
  if (token !== undefined) await context.addInitScript((value) => localStorage.setItem('token', value), token)
  const page = await context.newPage()
  if (lateFonts) {
    await page.route('**/*.woff2', async (route) => {
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      await route.continue()
    })
  }
  const requests = new Map<string, Loaded>()
  const open = new Set<string>()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (request.url.startsWith('data:')) return
    // Ignores the bell's stream, which ends only with its page.
    if (!request.url.endsWith('/Academy/live/')) open.add(requestId)
    requests.set(requestId, { address: request.url.replace(origin, ''), type, bytes: 0 })
  })
  const heads = new Map<string, number>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    heads.set(requestId, response.encodedDataLength)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    open.delete(requestId)
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength - (heads.get(requestId) ?? 0)
  })
  devtools.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await page.goto(url)
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await until?.(page)
  do await page.waitForTimeout(SETTLED_MS)
  while (open.size > 0)
  const shift = await page.evaluate(shifted)
  await context.close()
  return { requests: [...requests.values()], shift }
}

/** Kilobytes of the page itself, without pictures and fonts. */
export function pageKilobytes(requests: readonly Loaded[]): number {
  const isPage = ({ type }: Loaded) => ['Document', 'Stylesheet', 'Script'].includes(type)
  return Math.round(requests.filter(isPage).reduce((sum, { bytes }) => sum + bytes, 0) / 100) / 10
}

function shifted(): Promise<number> {
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 200)
  })
}
