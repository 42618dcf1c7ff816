import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Axe would wait ten seconds for a video that does not load.
  preload: { assets: ['cssom', 'media'], timeout: 2_000 },
}

/** The axe violations on the page, one per line. `without`: rules that are not checked. */
export function findings(page: Page, without: string[] = []): Promise<string[]> {
  return found(page, { ...RULES, rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) })
}

/** Contrast violations with dark colors; everything else is the same as with light colors. */
export async function darkFindings(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const lines = await found(page, { ...RULES, runOnly: { type: 'rule', values: ['color-contrast'] } })
  await page.emulateMedia({ colorScheme: 'light' })
  return lines
}

async function found(page: Page, rules: RunOptions): Promise<string[]> {
  await untilFaded(page)
  // Content is under the sticky header or a sticky bar only because of the scroll position, so it is not a violation.
  await page.evaluate(() => {
    scrollTo(0, 0)
    for (const bar of document.querySelectorAll<HTMLElement>('[data-sticky]')) bar.style.position = 'static'
  })
  // Evaluates the script instead of linking it, because the page's policy blocks third-party scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (given) => (window as unknown as { axe: { run(rules: RunOptions): Promise<AxeResults> } }).axe.run(given),
    rules,
  )
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('[data-sticky]')) bar.style.position = ''
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${String(target)} ${html.slice(0, 160)}`),
  )
}

/**
 * Waits until all transitions and animations except endless ones have finished, because colors in the middle of a fade
 * would cause false violations.
 */
export function untilFaded(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const fading = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}
