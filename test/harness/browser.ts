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
    viewport: { width, height: width < 500 ? 780 : 900 },
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

/** Scripts come after the page is painted and loaded; what is pressed before is not heard. Some pages never start: tests of faults. */
export async function untilStarted(page: Page, limitMs = 3_000): Promise<void> {
  const isStarted = () => {
    const content = document.querySelector('main')
    return content !== null && Object.keys(content).some((key) => key.startsWith('__react'))
  }
  await page.waitForFunction(isStarted, undefined, { timeout: limitMs, polling: 50 }).catch(() => {})
}
