import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { sharedBrowser } from '../harness/browser.ts'
import { coldLoad, FIRST_VISIT, pageKilobytes } from '../oracles/cold-load.ts'
import { studioWeights } from '../oracles/studio-weight.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const COURSE = '/Course/unethical-defense-medical-exam-challenges'
const ONLY_WHEN_NEEDED = /pay-form|card-form|stripe|player|transcript/i

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

describe.each([
  ['/', FIRST_VISIT.home],
  ['/Courses/', FIRST_VISIT.list],
  [COURSE, FIRST_VISIT.course],
])('a first visit to %s', (address, max) => {
  test.each([390, 1280])(
    `%i px wide: at most ${max} kB in ${FIRST_VISIT.requests} requests, no layout shift, no payment or player code`,
    async (width) => {
      const { requests, shift } = await coldLoad(browser, academy.url + address, { width })
      const addresses = requests.map((request) => request.address)
      expect(addresses.length).toBeLessThanOrEqual(FIRST_VISIT.requests)
      expect(pageKilobytes(requests)).toBeLessThanOrEqual(max)
      expect(addresses.filter((each) => ONLY_WHEN_NEEDED.test(each))).toEqual(addresses.filter(isLoader))
      expect(shift).toBe(0)
    },
  )

  test('no layout shift when fonts load late', async () => {
    const { shift } = await coldLoad(browser, academy.url + address, { width: 390, lateFonts: true })
    expect(shift).toBe(0)
  })
})

test('the members stylesheet loads only on member pages, after the academy’s: among classes the later sheet wins', async () => {
  const sheets = async (address: string) => {
    const html = await (await fetch(academy.url + address)).text()
    return [...html.matchAll(/<link rel="stylesheet" href="\/assets\/(\w+)-/g)].map(([, name]) => name)
  }
  expect(await sheets('/Courses/')).toEqual(['root'])
  expect(await sheets('/MyAcademy/')).toEqual(['root', 'members'])
})

test('a page of the account appears without layout shift', async () => {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { shift } = await coldLoad(browser, `${academy.url}/Account/Mails/`, {
    width: 390,
    token,
    until: (page) => page.getByRole('switch').first().waitFor(),
  })
  expect(shift).toBe(0)
})

test('the card form loads for a member who can buy', async () => {
  const token = await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')
  const { requests } = await coldLoad(browser, academy.url + COURSE, {
    width: 1280,
    token,
    // The page shows the card form only after a request, which a busy machine may delay.
    until: (page) => page.getByLabel('Card number').waitFor(),
  })
  const paying = requests.filter(({ address }) => ONLY_WHEN_NEEDED.test(address) && !isLoader(address))
  expect(paying.map(({ address }) => address).join('\n')).toMatch(/\/pay-form[^]*\/test-card-form/)
})

test('a studio screen has at most 200 kB of its own, and the editor loads only where text is written', async () => {
  const token = await getToken(academy.url, 'staff', 'demo-staff-2026')
  const weights = await studioWeights(browser, academy.url, token)
  expect(weights.length).toBeGreaterThan(14)
  expect(weights.filter(({ kilobytes }) => kilobytes > 200)).toEqual([])
  const withEditor = weights.filter(({ hasEditor }) => hasEditor).map(({ address }) => address)
  expect(withEditor).toEqual([expect.stringMatching(/^\/Studio\/Catalogue\/.*part=about$/)])
}, 300_000)

/** The small script that loads the form. */
function isLoader(address: string): boolean {
  return address.includes('/lazy-pay-form')
}
