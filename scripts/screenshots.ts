// `npm run screenshots`: every screen of the academy at five widths, into screenshots/<width>/<screen>.png, for looking at them.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '../test/e2e/browser.ts'
import { runAcademy } from '../test/e2e/running-academy.ts'
import { openScreens, SCREENS } from '../test/e2e/screens.ts'

const { values, positionals } = parseArgs({
  options: { widths: { type: 'string', default: '360,390,768,1280,1920' } },
  allowPositionals: true,
})
const folder = path.resolve(import.meta.dirname, '../screenshots')
const only = positionals[0]
if (!only) await rm(folder, { recursive: true, force: true })

const [academy, browser] = await Promise.all([runAcademy(), openBrowser()])
try {
  const show = await openScreens(browser, academy)
  for (const width of values.widths.split(',').map(Number)) {
    const into = path.join(folder, String(width))
    await mkdir(into, { recursive: true })
    for (const screen of SCREENS.filter(({ name }) => !only || name.includes(only))) {
      const page = await show(screen, width)
      await page.screenshot({ path: path.join(into, `${screen.name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
      await page.context().close()
    }
    console.log(into)
  }
} finally {
  await browser.close()
  await academy.close()
}
