import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createApiClient, getToken } from './api-client.ts'
import type { RunningAcademy } from './running-academy.ts'

export const NEW_MEMBERS_PASSWORD = 'lamp-at-midnight'

/** Fills in the registration page and waits for the message that an email is on its way. */
export async function register(page: Page, username: string): Promise<void> {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
  await fill('Email', `${username}@example.com`)
  await fill('Username', username)
  await fill('Password', NEW_MEMBERS_PASSWORD)
  await fill('Confirm password', NEW_MEMBERS_PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('heading', { name: 'Almost Done!' }).waitFor()
}

/** The link in the newest email to an address; its URL contains nothing else. Undefined before it has arrived. */
export async function findEmailedLink(academy: RunningAcademy, to: string, page: string): Promise<string | undefined> {
  const email = (await academy.mail()).find((sent) => sent.to === to && sent.text.includes(`/${page}/`))
  return new RegExp(`/${page}/[\\w-]+`).exec(email?.text ?? '')?.[0]
}

/** Registers a member and verifies their email address. Returns the token of a session. */
export async function registerNewMember(academy: RunningAcademy, username: string): Promise<string> {
  const visitor = createApiClient(academy.url)
  const email = `${username}@example.com`
  const password = { password: NEW_MEMBERS_PASSWORD, confirm_password: NEW_MEMBERS_PASSWORD }
  const made = await visitor.post('/Academy/api/register/', { email, username, ...password, accept_terms: true })
  if (made.status !== 200) throw new Error(`${username} could not register: ${made.status}`)
  let link: string | undefined
  while (!(link = await findEmailedLink(academy, email, 'VerifyEmail'))) await sleep(100)
  await visitor.post('/Academy/api/verify-email/', { token: path.basename(link) })
  return getToken(academy.url, username, NEW_MEMBERS_PASSWORD)
}
