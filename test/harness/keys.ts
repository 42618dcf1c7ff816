import type { Locator, Page } from 'playwright-core'

/** Presses Tab until the element has the focus; at each step the focus must be visible and not under the sticky bar. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const element = await target.elementHandle()
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const { isThere, problem } = await page.evaluate(
      ([wanted]) => {
        const focused = document.activeElement
        if (!focused || focused === document.body) return { isThere: false, problem: undefined }
        const { left, top, width, height } = focused.getBoundingClientRect()
        const seen = document.elementFromPoint(left + Math.min(width, innerWidth) / 2, top + Math.min(height, 40) / 2)
        const isHidden = !seen || !(focused.contains(seen) || seen.contains(focused) || seen.closest('label'))
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
        // The browser marks the focus on a video's own controls itself.
        const isMarked =
          focused instanceof HTMLMediaElement ||
          (outlineStyle !== 'none' && outlineWidth !== '0px') ||
          boxShadow !== 'none'
        const name = focused.outerHTML.slice(0, 120)
        return {
          isThere: focused === wanted,
          problem: isHidden ? `out of sight: ${name}` : isMarked ? undefined : `not marked: ${name}`,
        }
      },
      [element],
    )
    if (problem !== undefined) throw new Error(`On the way to ${String(target)} the focus is ${problem}`)
    if (isThere) return
  }
  throw new Error(`Tab never reaches ${String(target)}`)
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
