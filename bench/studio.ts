import { openBrowser } from '../test/harness/browser.ts'
import { getToken } from '../test/harness/api-client.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import { studioWeights } from '../test/oracles/studio-weight.ts'
import type { Row } from './row.ts'

/**
 * What a studio screen loads in the browser in addition to the academy's pages. Most of it is the Markdown editor, on
 * screens with text fields.
 */
export async function studio(): Promise<Row[]> {
  const academy = await runAcademy()
  const browser = await openBrowser()
  try {
    const weights = await studioWeights(browser, academy.url, await getToken(academy.url, 'staff', 'demo-staff-2026'))
    const heaviest = (hasEditor: boolean) =>
      Math.max(...weights.filter((each) => each.hasEditor === hasEditor).map(({ kilobytes }) => kilobytes))
    for (const { address, kilobytes, hasEditor } of weights)
      console.log(`  ${address}: ${kilobytes} kB${hasEditor ? ' with the editor' : ''}`)
    return [
      {
        what: `the heaviest of ${weights.length} screens, its own HTML+CSS+JS`,
        ours: heaviest(true),
        limit: 200,
        unit: 'kB',
      },
      { what: 'the heaviest without the editor of text', ours: heaviest(false), limit: 200, unit: 'kB' },
    ]
  } finally {
    await browser.close()
    await academy.close()
  }
}
