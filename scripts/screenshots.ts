// `npm run screenshots`: saves every screen of the academy at five widths as screenshots/<width>/<screen>.png.
// Arguments select screens by parts of their names: `npm run screenshots -- login register --widths 360,1280`.
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openBrowser } from '../test/harness/browser.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import { openScreens, SCREENS } from '../test/harness/screens.ts'
import { ensureBuilt } from './prepare.mjs'

const { values, positionals } = parseArgs({
  options: { widths: { type: 'string', default: '360,390,768,1280,1920' } },
  allowPositionals: true,
})
const folder = path.resolve(import.meta.dirname, '../screenshots')
const isWanted = ({ name }: { name: string }) =>
  positionals.length === 0 || positionals.some((part) => name.includes(part))
const unknown = positionals.find((part) => !SCREENS.some(({ name }) => name.includes(part)))
if (unknown !== undefined) {
  console.error(`There is no screen '${unknown}'. There are: ${SCREENS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
await ensureBuilt()
if (positionals.length === 0) await rm(folder, { recursive: true, force: true })

const [academy, browser] = await Promise.all([runAcademy(), openBrowser()])
try {
  const screens = await openScreens(browser, academy)
  for (const width of values.widths.split(',').map(Number)) {
    const into = path.join(folder, String(width))
    await mkdir(into, { recursive: true })
    for (const screen of SCREENS.filter(isWanted)) {
      const page = await screens.open(screen.as, width)
      await screens.show(screen, page)
      // Scrolls to the top, because the sticky bar is drawn at the scroll position.
      await page.evaluate(() => scrollTo(0, 0))
      await page.screenshot({ path: path.join(into, `${screen.name.replaceAll(/[^\w]+/g, '-')}.png`), fullPage: true })
      await page.context().close()
    }
    console.log(into)
  }
} finally {
  await browser.close()
  await academy.close()
}
