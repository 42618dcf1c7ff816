import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // A video that does not load would be waited for ten seconds.
  preload: { assets: ['cssom', 'media'], timeout: 2_000 },
}

/** What axe finds on the page, a line each; some rules may not fit what is looked at. */
export function findings(page: Page, without: string[] = []): Promise<string[]> {
  return found(page, { ...RULES, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) })
}

/** What can't be read, or hardly, to who has asked his device for dark colors; everything else is as by day. */
export async function darkFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const lines = await found(page, { ...RULES, runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: 'light' })
  return lines
}

async function found(page: Page, rules: RunOptions): Promise<string[]> {
  await untilFaded(page)
  // What lies under the sticky bar only because the page is scrolled is no fault.
  await page.evaluate(() => scrollTo(0, 0))
  // Evaluated, not linked: the page's policy lets no foreign script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: { run(rules: RunOptions): Promise<AxeResults> } }).axe.run(given),
    rules,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${String(target)} ${html.slice(0, 160)}`),
  )
}

/** Waits until nothing fades or moves any more; what turns for ever is not waited for. Colors that are still fading are not those that people see. */
export function untilFaded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}
