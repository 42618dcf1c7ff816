import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { translatePage } from './translator.ts'

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

/** Debian's Chromium, preferably the headless shell, which takes half the processor time; CHROMIUM selects another. */
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
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...FLAGS, ...moreFlags],
    // Playwright disables the back/forward cache, which members' browsers have.
    ignoreDefaultArgs: moreFlags.includes('--enable-features=BackForwardCache')
      ? ['--disable-back-forward-cache']
      : false,
  })
  browsers.add(browser)
  browser.on('disconnected', () => browsers.delete(browser))
  return browser
}

let shared: Promise<Browser> | undefined

/**
 * The one browser for all tests of a worker. Its contexts close after their tests, and the browser when the worker
 * ends.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser().then((browser) => browser.on('disconnected', () => (shared = undefined)))
  return shared
}

/** All contexts in use, each with its own storage. */
export function getOpenWindows(): BrowserContext[] {
  const idle = new Set([...waiting.keys()].map((page) => page.context()))
  return [...browsers].flatMap((browser) => browser.contexts()).filter((window) => !idle.has(window))
}

/** Closes all contexts, including those waiting for a test. */
export async function closeWindows(): Promise<void> {
  await Promise.all([...browsers].flatMap((browser) => browser.contexts()).map((window) => window.close()))
}

let isTranslating = false

/** Whether new pages are translated, as browsers do; set before each file. */
export function setPageTranslation(isOn: boolean): void {
  isTranslating = isOn
}

const complaintsOf = new WeakMap<Page, string[]>()

/** The violations of the page's policy, as its console reported them. */
export function getPolicyViolations(page: Page): string[] {
  return (complaintsOf.get(page) ?? []).filter((text) => /Content Security Policy|Trusted(?:HTML|Script)/.test(text))
}

/** Emptied pages that tests no longer use, each with its academy. The file's next test takes one. */
const waiting = new Map<Page, string>()
/** Pages in use that can be emptied, each with its academy and DevTools session. */
const reusable = new Map<Page, { baseURL: string; line: CDPSession }>()

/**
 * A page that records console complaints for the test. With a token, a member is logged in. The page may be one that
 * another test in the file has finished with: its process has already loaded the scripts, which saves a third of the
 * cost of a new page.
 */
export async function openPage(
  browser: Browser,
  baseURL: string,
  width = 1280,
  token?: string,
): Promise<{ page: Page; complaints: string[] }> {
  const left = [...waiting].find(([page, address]) => address === baseURL && page.context().browser() === browser)
  const page = left?.[0] ?? (await openNewPage(browser, baseURL, token !== undefined))
  waiting.delete(page)
  await page.setViewportSize({ width, height: width < 500 ? 780 : 900 })
  if (token !== undefined) await page.evaluate((given) => localStorage.setItem('token', given), token)
  const complaints: string[] = []
  complaintsOf.set(page, complaints)
  return { page, complaints }
}

async function openNewPage(browser: Browser, baseURL: string, isMember: boolean): Promise<Page> {
  // Tests cannot intercept what a service worker fetches; `offline.e2e.ts` allows it.
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  if (isTranslating) await context.addInitScript(translatePage, { when: 'hydrated' as const })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const goto = page.goto.bind(page)
  page.goto = async (...where) => {
    const reply = await goto(...where)
    await waitUntilStarted(page)
    if (isTranslating) await page.waitForSelector('font', { state: 'attached', timeout: 3_000 }).catch(() => {})
    return reply
  }
  holdAtOnce(page)
  page.on('console', (message) => message.type() === 'error' && complaintsOf.get(page)?.push(message.text()))
  page.on('pageerror', (error) => complaintsOf.get(page)?.push(error.message))
  const line = await context.newCDPSession(page)
  if (isMember) await showNothing(page, line)
  reusable.set(page, { baseURL, line })
  page.on('close', () => reusable.delete(page) && waiting.delete(page))
  // These options cannot be undone, so such a page is not reused.
  const isMarked = () => void reusable.delete(page)
  before(page, ['addInitScript', 'exposeBinding', 'exposeFunction'], isMarked)
  before(context, ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'newCDPSession'], isMarked)
  before(page.clock, ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'], isMarked)
  return page
}

/**
 * Ensures that a `route` is in effect when the call that sets it returns. Chromium informs the process of an open page
 * only a moment later; on a busy machine, one request in a few hundred got through in the meantime. A page that is
 * loaded afterward has the route from its first request.
 */
function holdAtOnce(page: Page): void {
  const context = page.context()
  const [hold, holdAll, letGo] = [page.route.bind(page), context.route.bind(context), page.unroute.bind(page)]
  const untilHeld = async () => {
    if (!page.url().startsWith('http')) return
    const asked = `/robots.txt?held=${randomUUID()}`
    const isAsked = (url: URL) => url.href.endsWith(asked)
    await hold(isAsked, (route) => route.fulfill({ status: 204 }))
    const isHeld = (address: string) =>
      fetch(address).then(
        ({ status }) => status === 204,
        () => false,
      )
    await page.waitForFunction(isHeld, asked, { timeout: 5_000 })
    await letGo(isAsked)
  }
  page.route = (...what) => hold(...what).then(async (held) => (await untilHeld(), held))
  context.route = (...what) => holdAll(...what).then(async (held) => (await untilHeld(), held))
}

/** Runs the callback whenever one of these methods is called. */
function before<Holder extends object>(holder: Holder, methods: readonly (keyof Holder)[], act: () => void): void {
  for (const name of methods) {
    const method: unknown = holder[name]
    if (typeof method !== 'function') throw new TypeError(`There is no ${String(name)} to listen to`)
    Object.assign(holder, {
      [name](...given: unknown[]) {
        act()
        return Reflect.apply(method, holder, given)
      },
    })
  }
}

/** Ends a context that a test opened: its page is emptied for the file's next test, if possible. */
export async function closeWindow(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const known = reusable.get(page)
    if (known && (await isEmptied(page, known))) return void waiting.set(page, known.baseURL)
  }
  await context.close()
}

const isEmptied = (...page: Parameters<typeof empty>) =>
  empty(...page).then(
    () => true,
    () => false,
  )

/**
 * Resets everything: storage, cookies, routes, listeners, other pages, history, colors, and the pointer. Cached files
 * stay, as in any browser.
 */
async function empty(page: Page, { baseURL, line }: { baseURL: string; line: CDPSession }): Promise<void> {
  const context = page.context()
  for (const event of ['dialog', 'request', 'requestfinished', 'requestfailed', 'response', 'filechooser'] as const)
    page.removeAllListeners(event)
  const others = context.pages().filter((other) => other !== page)
  await Promise.all([
    ...others.map((other) => other.close()),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
  ])
  await showNothing(page, line)
  await page.evaluate(() => sessionStorage.clear())
  await Promise.all([
    context.clearCookies(),
    page.emulateMedia({ colorScheme: null, media: null, reducedMotion: null, forcedColors: null, contrast: null }),
    page.mouse.move(-1, -1),
    line.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes: 'all' }),
  ])
}

/**
 * Opens a URL without scripts, because those could write to storage, and clears the history. It does not use the page's
 * own `goto`, which waits for scripts.
 */
async function showNothing(page: Page, line: CDPSession): Promise<void> {
  await page.mainFrame().goto('/robots.txt')
  await line.send('Page.resetNavigationHistory')
}

type ReactRoot = { current: { memoizedState: { isDehydrated: boolean } } }

/**
 * Scripts load after the page is painted and loaded; earlier clicks have no effect. In tests of failures, some pages
 * never start.
 */
export async function waitUntilStarted(page: Page, limitMs = 3_000): Promise<void> {
  const isStarted = () => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
    const root = key && (Reflect.get(document, key) as { stateNode: ReactRoot }).stateNode.current
    return root !== undefined && root !== '' && !root.memoizedState.isDehydrated
  }
  await page.waitForFunction(isStarted, undefined, { timeout: limitMs, polling: 50 }).catch(() => {})
}
