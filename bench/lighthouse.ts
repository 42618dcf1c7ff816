import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumPath, FLAGS } from '../test/harness/browser.ts'
import { earnCertificate } from '../test/harness/earn-certificate.ts'
import { runAcademy } from '../test/harness/running-academy.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

// Not one of the project's packages, because it is too large. npm downloads it once and caches it.
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 3

/** The first pages of most visits. For these, speed is measured, too. */
const FIRST_PAGES = ['/', '/Courses/', '/Course/defense-medical-exam-training']

/** All other pages that search engines and visitors reach. */
const PUBLIC_PAGES = [
  '/Podcasts/',
  '/Podcast/eyes-ears-watch-the-observers-three-tools',
  '/Documents/',
  '/Document/dme-observer-starter-kit',
  '/About/',
  '/Books/',
  '/Login',
  '/Register',
  '/ForgotPassword',
  '/PrivacyPolicy/',
  '/TermsOfService/',
]

// Certificates are personal: search engines are asked not to index them.
const QUALITIES_OF_CERTIFICATE = ['accessibility', 'best-practices']
const QUALITIES = [...QUALITIES_OF_CERTIFICATE, 'seo']

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Runs Lighthouse as on a phone with a slow connection, on the server that `npm start` runs; speed values are medians
 * of three runs.
 */
export async function lighthouse(): Promise<Row[]> {
  const academy = await runAcademy()
  try {
    const rows: Row[] = []
    for (const address of FIRST_PAGES) {
      const reports = []
      for (let run = 0; run < RUNS; run += 1) {
        reports.push(await measure(academy.url + address, ['performance', ...QUALITIES]))
      }
      rows.push(...speed(address, reports), ...scores(address, reports))
    }
    for (const address of PUBLIC_PAGES) {
      rows.push(...scores(address, [await measure(academy.url + address, QUALITIES)]))
    }
    const certificate = await measure(academy.url + (await earnCertificate(academy)), QUALITIES_OF_CERTIFICATE)
    rows.push(...scores('/Certificate/…', [certificate], QUALITIES_OF_CERTIFICATE))
    return rows
  } finally {
    await academy.close()
  }
}

async function measure(url: string, categories: string[], tries = 5): Promise<Report> {
  const given = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--only-categories=${categories.join(',')}`,
    // This server uses http. Book previews are on other hosts, which may be unreachable.
    '--blocked-url-patterns=https://*',
    `--chrome-flags=--headless ${FLAGS.join(' ')}`,
  ]
  const options = { env: { ...process.env, CHROME_PATH: chromiumPath() }, maxBuffer: 64 * 2 ** 20 }
  try {
    return JSON.parse((await promisify(execFile)('npx', given, options)).stdout) as Report
  } catch (error) {
    // Occasionally Chromium is too slow for Lighthouse to see the page start.
    if (tries > 1 && String(error).includes('NO_NAVSTART')) return measure(url, categories, tries - 1)
    throw error
  }
}

function speed(address: string, reports: Report[]): Row[] {
  const performance = reports.map((report) => scoreOf(report, 'performance'))
  const audit = (name: string) => median(reports.map((report) => report.audits[name]?.numericValue ?? Number.NaN))
  return [
    { what: `${address}: performance`, ours: median(performance), limit: 100, unit: 'of 100', isMinimum: true },
    {
      what: `${address}: performance, worst run`,
      ours: Math.min(...performance),
      limit: 98,
      unit: 'of 100',
      isMinimum: true,
    },
    { what: `${address}: LCP`, ours: Math.round(audit('largest-contentful-paint')), limit: 1_600, unit: 'ms' },
    { what: `${address}: CLS`, ours: audit('cumulative-layout-shift'), limit: 0, unit: '' },
    { what: `${address}: TBT`, ours: Math.round(audit('total-blocking-time')), limit: 50, unit: 'ms' },
  ]
}

function scores(address: string, reports: Report[], qualities = QUALITIES): Row[] {
  return qualities.map((category) => ({
    what: `${address}: ${category}`,
    ours: median(reports.map((report) => scoreOf(report, category))),
    limit: 100,
    unit: 'of 100',
    isMinimum: true,
  }))
}

function scoreOf(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100)
}
