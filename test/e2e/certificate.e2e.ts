import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getToken } from '../harness/api-client.ts'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { earnCertificate } from '../harness/earn-certificate.ts'
import { createIdleWaiter } from '../harness/idle-waiter.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'
import { addSampleCertificates, markAsSigned, SAMPLE_CERTIFICATES } from '../harness/sample-certificates.ts'
import { coldLoad } from '../oracles/cold-load.ts'
import { readPdf } from '../oracles/pdf.ts'
import { firstOrAll, isEveryChange } from '../harness/long-test.ts'

let academy: RunningAcademy
let browser: Browser
let own: string
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
  await addSampleCertificates(academy)
  own = await earnCertificate(academy)
  await markAsSigned(academy, path.basename(own))
})
afterAll(() => academy.close())

test.each(firstOrAll(['of today', 'old', 'long', 'revoked', 'nameRemoved'] as const))(
  'prints the page of a certificate, %s, on one sheet of paper',
  async (which) => {
    const { page } = await openPage(browser, academy.url)
    await page.goto(which === 'of today' ? own : `/Certificate/${SAMPLE_CERTIFICATES[which]}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const pdf = await page.pdf({ format: 'Letter', preferCSSPageSize: true, printBackground: true })
      const { about, text } = await readPdf(pdf)
      expect(about).toMatch(/Pages: +1\n/)
      expect(text).not.toContain('Skip to content')
      expect(text.replaceAll(/\s+/g, '')).toContain(`${academy.url}/Certificate/`)
      expect(text).toMatch(/Status checked on [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d [AP]M /)
    }
    await page.context().close()
  },
)

test.each(firstOrAll([360, 768, 1280]))(
  'at %i px the holder gets their actions without layout shift; others load none of them',
  async (width) => {
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const address = academy.url + own
    const asHolder = await coldLoad(browser, address, { width, token })
    // On every page, the header differs between members and visitors and shifts the layout slightly.
    const elsewhere = await coldLoad(browser, `${academy.url}/About/`, { width, token })
    expect(asHolder.shift).toBeCloseTo(elsewhere.shift, 3)
    const ofHolder = /holder-actions|account\/certificates/
    expect(asHolder.requests.filter((request) => ofHolder.test(request.address))).toHaveLength(2)
    const asVisitor = await coldLoad(browser, address, { width })
    expect(asVisitor.requests.filter((request) => ofHolder.test(request.address))).toEqual([])
  },
)

test('anyone with the link can copy it and download the credential; PDF, badge, and LinkedIn are only for the holder', async () => {
  const tokens = [undefined, await getToken(academy.url, 'newcomer', 'demo-newcomer-2026')]
  for (const token of tokens) {
    const { page } = await openPage(browser, academy.url, 390, token)
    const rest = createIdleWaiter(page, 500)
    await page.goto(own)
    await page.getByText('How to verify').waitFor()
    await rest()
    expect(await page.getByRole('button', { name: /PDF|badge/i }).count()).toBe(0)
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Credential/ }).click()
    const file = await downloading
    expect(await readFile(await file.path(), 'utf8')).toContain('VerifiableCredential')
    await page.context().close()
  }
})

test.skipIf(isEveryChange)(
  'the holder downloads the PDF and badge, copies the link, and finds the fields LinkedIn dropped',
  async () => {
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const { page, complaints } = await openPage(browser, academy.url, 390, token)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.context().route('https://www.linkedin.com/**', (route) => route.fulfill({ body: 'LinkedIn' }))
    await page.goto(own)
    await page.getByText('This is your certificate').waitFor()
    const saved = async (name: RegExp) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).press('Enter'),
      ])
      return [file.suggestedFilename(), await readFile(await file.path())] as const
    }
    const [pdfName, pdf] = await saved(/^Download the PDF/)
    expect(pdfName).toBe('Certificate of achievement - Defense Medical Exam Training.pdf')
    expect((await readPdf(pdf)).text).toContain('Dana Demo')
    const [badgeName, badge] = await saved(/\(PNG\)$/)
    expect(badgeName).toBe('Badge - Defense Medical Exam Training.png')
    expect(badge.includes('openbadgecredential')).toBe(true)

    await page.getByRole('button', { name: 'Copy link' }).press('Enter')
    await page.getByRole('status').getByText('The link was copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(academy.url + own)

    const opening = page.waitForEvent('popup')
    await page.getByRole('link', { name: /to LinkedIn/ }).press('Enter')
    expect((await opening).url()).toContain(encodeURIComponent(academy.url + own))
    await page.getByRole('button', { name: 'Copy: Credential ID' }).press('Enter')
    await page.getByText('Credential ID was copied.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path.basename(own))
    expect(complaints).toEqual([])
    await page.context().close()
  },
)

test.skipIf(isEveryChange)(
  'the page survives failures: missing script, no network, no clipboard, an expired session',
  async () => {
    const token = await getToken(academy.url, 'demo', 'demo-learner-2026')
    const { page } = await openPage(browser, academy.url, 390, token)
    await page.route('**/holder-actions*', (route) => route.abort())
    const rest = createIdleWaiter(page, 500)
    await page.goto(own)
    await rest()
    await page.getByText('How to verify').waitFor()
    await page.getByText('This certificate is valid.').waitFor()
    await page.unroute('**/holder-actions*')
    await page.reload()
    const pdf = page.getByRole('button', { name: /^Download the PDF/ })
    await pdf.waitFor()
    await page.route('**/account/certificates/**', (route) => route.abort())
    await pdf.press('Enter')
    await page.getByRole('alert').getByText('couldn’t reach the academy').waitFor()
    await page.unroute('**/account/certificates/**')
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.getByRole('button', { name: 'Copy link' }).press('Enter')
    await page.getByRole('status').getByText(`Copy it from here: ${academy.url}${own}`).waitFor()

    // If the bell's stream reconnected, it would report the end of the session before the button is pressed.
    await page.route('**/Academy/live/', (route) => route.abort())
    await fetch(`${academy.url}/Academy/api/logout/`, { method: 'POST', headers: { authorization: `Token ${token}` } })
    await pdf.press('Enter')
    await page.getByRole('status').getByText('You’re logged out.').waitFor()
    const box = page.getByRole('region', { name: 'How to verify' })
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Copy link' }).press('Tab')
    await page.getByRole('link', { name: 'Log in', exact: true }).last().press('Enter')
    await page.waitForURL(/\/login\?next=%2FCertificate%2F/)
    await page.context().close()
  },
)
