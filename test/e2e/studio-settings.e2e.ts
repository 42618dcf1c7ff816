import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.ts'
import { generateTotp } from '../harness/totp.ts'
import { runCommand } from '../harness/command-line.ts'
import { type RunningAcademy, runAcademy } from '../harness/running-academy.ts'

const PICTURE = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#c8553d' } })
  .png()
  .toBuffer()
const PASSWORD = 'lamp-at-midnight-1854'

let academy: RunningAcademy
let browser: Browser
beforeAll(async () => {
  ;[academy, browser] = await Promise.all([runAcademy(), sharedBrowser()])
})
afterAll(() => academy.close())

test('a new owner logs in by the link, sets up two-factor, sees the to-do list, changes the site, and the log records it', async () => {
  const output = await runCommand(academy.environment, 'create-staff', 'olga@example.com', '--role', 'owner')
  const { pathname, search } = new URL(/http\S+/.exec(output)?.[0] ?? '')
  const { page } = await openPage(browser, academy.url, 768)
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor()
  await page.goto(pathname + search)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')

  const list = page.getByRole('region', { name: 'Setup' })
  await list.getByText('A course is published.').waitFor()
  await list.getByText('No Stripe keys are set up').waitFor()

  // If staff are required to use two-factor, every page redirects here first.
  await page.goto('/Account/Security?next=/Studio/Site/')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page.getByLabel('Code', { exact: true }).fill(generateTotp(key, Date.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await see('Two-factor authentication is on.')
  const back = page.getByRole('link', { name: 'Continue' })
  // It is where the codes were, so that no one has to scroll.
  expect((await back.boundingBox())?.y).toBeLessThan(page.viewportSize()?.height ?? 0)
  await back.click()

  await page.getByLabel('Email', { exact: true }).fill('nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await see('This must be an email address.')
  await page.getByLabel('Email', { exact: true }).fill('desk@academy.example.com')
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await see('Saved. Visitors see the changes within a second.')
  }
  const open = async (name: string) => {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name, exact: true }).click()
  }
  // Nothing typed is lost by opening another page.
  await open('Policies')
  await see('You have unsaved changes.')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await save()
  await open('Policies')
  await page.getByRole('textbox', { name: 'Terms of Service' }).fill('# Ours\n\nBe kind, says {name}.')
  await page.getByRole('button', { name: 'Preview: Terms of Service' }).click()
  await page.getByText('Be kind, says Legal Nurse Academy.').waitFor()
  await save()
  await open('Founder and books')
  const portrait = page.getByRole('group', { name: 'Portrait', exact: true })
  await portrait.locator('input[type=file]').setInputFiles({ name: 'dana.png', mimeType: 'image/png', buffer: PICTURE })
  // Shows how pages will look, before anything is saved.
  await page.locator('img[alt^="Portrait of"][src^="data:image/webp"]').waitFor()
  const cover = page.getByRole('group', { name: /^Cover of/ }).first()
  await cover.locator('input[type=file]').setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE })
  await page.locator('img[alt^="Cover of"][src^="data:image/webp"]').waitFor()
  await cover.getByRole('button', { name: 'Remove cover.png' }).click()
  await page.locator('img[alt^="Cover of"]').waitFor({ state: 'detached' })
  await save()

  await open('Audit log')
  await see('Site settings changed')
  await see('email: hello@academy.example.com → desk@academy.example.com')
  await see('picture founder.portrait:')
  await see('Authenticator app added')
  await see('Added as staff')
  expect(await (await fetch(`${academy.url}/TermsOfService/`)).text()).toContain('Be kind, says Legal Nurse Academy.')
  const { founder } = await (await fetch(`${academy.url}/Academy/api/site/founder/`)).json()
  expect(founder.images).toHaveLength(6)
})
