import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  '--font-render-hinting=none',
]

/** Debian's Chromium, at best the one without a window, which takes half the processor time; CHROMIUM names another. */
export function chromiumPath(): string {
  const executablePath = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((file) => file && existsSync(file))
  if (!executablePath) throw new Error('The browser tests need Chromium: apt-get install -y chromium-headless-shell')
  return executablePath
}

const browsers = new Set<Browser>()

export async function openBrowser(...moreFlags: string[]): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...FLAGS, ...moreFlags] })
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  return browser
}

let shared: Promise<Browser> | undefined

/** The one browser of all tests that a worker runs; their windows close with them, and it when the worker ends. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) => browser.on('disconnected', () => (shared = undefined)))
  return shared
}

/** All windows that are open, each with what it keeps to itself. */
export function openWindows(): BrowserContext[] {
  return [...browsers].flatMap((browser) => browser.contexts())
}

const complaintsOf = new WeakMap<Page, string[]>()

/** What the page's policy has refused, as its console told. */
export function refusalsOn(page: Page): string[] {
  return (complaintsOf.get(page) ?? []).filter((text) => /Content Security Policy|Trusted(?:HTML|Script)/.test(text))
}

/** A page that remembers what its console complained about, for a test to look at. With a token, a member's. */
export async function openPage(
  browser: Browser,
  baseURL: string,
  width = 1280,
  token?: string,
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: viewportOf(width),
    // What it fetches no test could intercept; `offline.e2e.ts` lets it work.
    serviceWorkers: 'block',
    ...(token !== undefined && {
      storageState: {
        cookies: [],
        origins: [{ origin: baseURL, localStorage: [{ name: 'token', value: token }] }],
      },
    }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const reply = await goto(...where)
    await untilStarted(page)
    return reply
  }
  const complaints: string[] = []
  complaintsOf.set(page, complaints)
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

const viewportOf = (width: number) => ({ width, height: width < 500 ? 780 : 900 })

/**
 * Takes away what was done in a page, as far as tests of screens do it, so that it is like one that was just opened: storage, cookies, routes, listeners,
 * the steps back, size, colors, the pointer, complaints. Its process keeps the scripts that it has read, and the browser the files. `baseURL` and `width` are
 * those that it was opened with; with a token it is a member's again. A page with a clock or scripts of the test's own is closed instead.
 */
export async function emptyPage(page: Page, baseURL: string, width: number, token?: string): Promise<void> {
  const context = page.context()
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
  ])
  for (const event of ['dialog', 'request', 'requestfinished', 'requestfailed', 'response'] as const)
    page.removeAllListeners(event)
  // An address without scripts, which would write something down again; not by the page's own `goto`, which waits for scripts.
  await page.mainFrame().goto('/robots.txt')
  await page.evaluate(() => sessionStorage.clear())
  await Promise.all([
    context.clearCookies(),
    page.emulateMedia({ colorScheme: null }),
    page.setViewportSize(viewportOf(width)),
    page.mouse.move(-1, -1),
  ])
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: 'all' })
  await devtools.send('Page.resetNavigationHistory')
  await devtools.detach()
  if (token !== undefined) await page.evaluate((given) => localStorage.setItem('token', given), token)
  complaintsOf.get(page)?.splice(0)
}

/** Scripts come after the page is painted and loaded; what is pressed before is not heard. Some pages never start: tests of faults. */
export async function untilStarted(page: Page, limitMs = 3_000): Promise<void> {
  const isStarted = () => {
    const content = document.querySelector('main')
    return content !== null && Object.keys(content).some((key) => key.startsWith('__react'))
  }
  await page.waitForFunction(isStarted, undefined, { timeout: limitMs, polling: 50 }).catch(() => {})
}
