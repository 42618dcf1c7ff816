import { openBrowser } from '../test/harness/browser.ts'
import { coldLoad, pageKilobytes } from '../test/oracles/cold-load.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import type { Row } from './row.ts'

const PHONE = 390
const LIMIT_REQUESTS = 15

/** What a phone's browser that has nothing yet loads: HTML, CSS and JavaScript as they are sent, and how many requests of any kind. */
export async function pages(): Promise<Row[]> {
  const academy = await runAcademy()
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const [name, address, most] of [
      ['home', '/', 130],
      ['course list', '/Courses/', 130],
      // The page that sells: it says the most.
      ['course detail', '/Course/defense-medical-exam-training', 135],
    ] as const) {
      const { requests } = await coldLoad(browser, academy.url + address, { width: PHONE })
      rows.push(
        { what: `${name}: HTML+CSS+JS`, ours: pageKilobytes(requests), limit: most, unit: 'kB' },
        { what: `${name}: requests`, ours: requests.length, limit: LIMIT_REQUESTS, unit: 'requests' },
      )
    }
    return rows
  } finally {
    await browser.close()
    await academy.close()
  }
}
