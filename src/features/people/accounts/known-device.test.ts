import { expect, test } from 'vitest'
import {
  createAcademyWithNora,
  NEW_PASSWORD,
  PASSWORD,
  type AcademyOfNora,
} from '../../../../test/harness/password-member.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'

const MINUTE = 60_000

/**
 * Sets up a member who has an authenticator app and logged in once at home. Attackers with her password have used up
 * her account's limit of codes.
 */
async function withoutCodesLeft() {
  const nora = await createAcademyWithNora()
  let time = Date.now()
  const later = (ms: number) => {
    time += ms
    nora.setTime(new Date(time))
  }
  later(0)
  const home = await nora.enter()
  const { key } = (await home.post('/Academy/api/account/factors/code/')).body as { key: string }
  await home.post('/Academy/api/account/factors/code/confirm/', { code: generateTotp(key, time) })
  later(MINUTE)
  const begin = async (password?: string) => {
    const { body } = await nora.login(password === undefined ? {} : { password })
    return (body as unknown as { second_factor: { token: string } }).second_factor.token
  }
  const say = async (token: string, remoteAddress: string, code = generateTotp(key, time)) => {
    const payload = { token, code }
    const url = '/Academy/api/login/second-factor/'
    return (await nora.app.inject({ method: 'POST', url, remoteAddress, payload })).statusCode
  }
  const theirs = await begin()
  for (let n = 0; n < 20; n += 1) expect(await say(theirs, `198.51.100.${n}`, '000000')).toBe(400)
  return { nora, home, begin, say, later }
}

/** Chooses a new password with the emailed link, from this network. */
async function chooseAnother({ forgot, mails, app }: AcademyOfNora, remoteAddress: string) {
  await forgot()
  const token = (await mails()).findLast(({ text }) => text.includes('/ResetPassword/'))?.token
  const payload = { token, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  const reply = await app.inject({ method: 'POST', url: '/Academy/api/reset-password/', remoteAddress, payload })
  expect(reply.statusCode).toBe(200)
}

test('lets a member whose code limit attackers exhausted log in from home, also with a new password chosen there', async () => {
  const { nora, begin, say, later } = await withoutCodesLeft()
  expect(await say(await begin(), '127.0.0.1')).toBe(200)
  later(MINUTE)
  await chooseAnother(nora, '127.0.0.1')
  const token = await begin(NEW_PASSWORD)
  // The network has ten attempts, and these use them up. A new password doesn't reset their count.
  for (let n = 0; n < 10; n += 1) expect(await say(token, '127.0.0.1', '000000')).toBe(400)
  expect(await say(token, '127.0.0.1')).toBe(429)
  later(MINUTE)
  await chooseAnother(nora, '127.0.0.1')
  expect(await say(await begin(NEW_PASSWORD), '127.0.0.1')).toBe(429)
})

test('does not make an unknown network known when a password is reset from it', async () => {
  const { nora, begin, say } = await withoutCodesLeft()
  await chooseAnother(nora, '203.0.113.9')
  expect(await say(await begin(NEW_PASSWORD), '203.0.113.9')).toBe(429)
})

test('keeps home known after a password change at home', async () => {
  const { home, begin, say, later } = await withoutCodesLeft()
  const passwords = { current_password: PASSWORD, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  expect((await home.post('/Academy/api/account/password/', passwords)).status).toBe(200)
  later(MINUTE)
  expect(await say(await begin(NEW_PASSWORD), '127.0.0.1')).toBe(200)
})

test('lets a member who ran out of guesses at home reset the password and log in', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  for (let n = 0; n < 10; n += 1) expect((await nora.login({ password: 'not this one' })).status).toBe(400)
  expect((await nora.login()).status).toBe(429)
  await chooseAnother(nora, '127.0.0.1')
  expect((await nora.login({ password: NEW_PASSWORD })).status).toBe(200)
})
