import { openBrowser } from '../test/harness/browser.ts'
import { coldLoad, FIRST_VISIT, pageKilobytes } from '../test/oracles/cold-load.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import type { Row } from './row.ts'

const PHONE = 390

/**
 * What a phone's browser with an empty cache loads: HTML, CSS, and JavaScript as sent, and the number of all requests.
 */
export async function pages(): Promise<Row[]> {
  const academy = await runAcademy()
  const browser = await openBrowser()
  try {
    const rows: Row[] = []
    for (const [name, address, limitKb] of [
      ['home', '/', FIRST_VISIT.home],
      ['course list', '/Courses/', FIRST_VISIT.list],
      ['course detail', '/Course/defense-medical-exam-training', FIRST_VISIT.course],
    ] as const) {
      const { requests } = await coldLoad(browser, academy.url + address, { width: PHONE })
      rows.push(
        { what: `${name}: HTML+CSS+JS`, ours: pageKilobytes(requests), limit: limitKb, unit: 'kB' },
        { what: `${name}: requests`, ours: requests.length, limit: FIRST_VISIT.requests, unit: 'requests' },
      )
    }
    return rows
  } finally {
    await browser.close()
    await academy.close()
  }
}
