import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createMember } from './login.public.ts'

const PASSWORD = 'lamp-at-midnight'

async function withNora() {
  const academy = await testAcademy()
  await createMember(academy.deps, {
    username: 'nora',
    email: 'nora@example.com',
    password: PASSWORD,
    firstName: 'Nora',
    lastName: 'Nightingale',
    role: 'learner',
    isVerified: true,
  })
  const login = (username: string, password: string) =>
    academy.as(undefined).post('/Academy/api/login/', { username, password })
  return { ...academy, login }
}

test('ignores characters that phones and word processors add to a login, on every login form', async () => {
  const nora = await withNora()
  const visitor = nora.as(undefined)
  const pasted = 'Nora Nightingale <mailto:nora@example.com>,'
  for (const login of ['nora@example. com', '\u200Bnora\u00A0', 'ｎｏｒａ＠exam\u00ADple.com', pasted])
    expect([login, (await nora.login(login, PASSWORD)).status]).toEqual([login, 200])
  const address = 'mailto:\u200Bnora@example.\u00A0com'
  await visitor.post('/Academy/api/forgot-password/', { email: address })
  await nora.runJobs()
  expect((await nora.mailbox()).map(({ to }) => to)).toContain('nora@example.com')
  const resent = await visitor.post(`/Academy/api/resend-verification/${encodeURIComponent(address)}`)
  expect(resent.body).toMatchObject({ error: 'Already Verify' })
  const form = { first_name: 'A', last_name: 'B', password: PASSWORD, confirm_password: PASSWORD }
  const again = await visitor.post('/Academy/api/register/', { ...form, username: 'Nora\u200B', email: address })
  expect(Object.keys(again.body).toSorted()).toEqual(['email', 'username'])
  const owner = nora.as(await nora.member({ role: 'owner' }))
  const invited = await owner.post('/Academy/api/studio/staff/invite/', {
    username: '\u200Bnora',
    email: address,
    role: 'editor',
  })
  expect(invited.body.message).toContain('nora already has an account')
  for (const words of [address, 'no\u200Bra', 'ｎｏｒａ']) {
    const found = await owner.post('/Academy/api/studio/members/', { words, since: null, until: null, after: null })
    expect([words, found.body.members?.length]).toEqual([words, 1])
  }
})
