import { expect, test } from 'vitest'
import { createMember } from '#features/people/login/login.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'

const PASSWORD = 'lamp-at-midnight'
const CODE = '/Academy/api/account/factors/code/'
const CONFIRM = '/Academy/api/account/confirm/'
const SECOND = '/Academy/api/login/second-factor/'
const NOON = new Date('2026-11-22T12:00:10Z').getTime()
const half = 30_000

async function withNora() {
  const academy = await testAcademy()
  let time = NOON
  const at = (ms: number) => {
    time = NOON + ms
    academy.setTime(new Date(time))
  }
  at(0)
  await createMember(academy.deps, {
    username: 'nora',
    email: 'nora@example.com',
    password: PASSWORD,
    firstName: 'Nora',
    lastName: 'Nightingale',
    role: 'learner',
    isVerified: true,
  })
  const visitor = academy.as(undefined)
  const login = () => visitor.post('/Academy/api/login/', { username: 'nora', password: PASSWORD })
  const nora = academy.withToken((await login()).body.token as string)
  return { ...academy, visitor, login, nora, at, codeNow: (key: string) => generateTotp(key, time) }
}

test('accepts codes from other keyboards and with separators, and explains any rejection', async () => {
  const { nora, visitor, login, codeNow, at } = await withNora()
  const { key } = (await nora.post(CODE)).body as { key: string }
  const onKeyboard = (code: string, zero: number) =>
    code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
  const odd = ['abcdéf', '12345', '1234567', '１２３４５\u0000', '½¼¾⅓⅔⅛', '𝟏𝟐𝟑', '٠٠٠', '\uD835\uD835', '👩‍⚕️👩‍⚕️', '']
  for (const code of odd) {
    const refused = await nora.post(`${CODE}confirm/`, { code })
    expect([code, refused.status, refused.body.fields?.code]).toEqual([code, 400, [expect.any(String)]])
  }
  const now = codeNow(key)
  const confirmed = await nora.post(`${CODE}confirm/`, { code: onKeyboard(now, 0xff10) })
  expect(confirmed.status).toBe(200)
  const spellings: ((code: string) => string)[] = [
    (code) => onKeyboard(code, 0x0660),
    (code) => onKeyboard(code, 0x0966),
    (code) => onKeyboard(code, 0x1d7ce),
    (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code) => `\u200E${code.slice(0, 3)}\u00A0${code.slice(3)} `,
    (code) => [...code].join('‑'),
  ]
  for (const [index, spell] of spellings.entries()) {
    at((index + 1) * 2 * half)
    const typed = spell(codeNow(key))
    expect([typed, (await nora.post(CONFIRM, { code: typed })).status]).toEqual([typed, 200])
  }
  at((spellings.length + 1) * 2 * half)
  const { token } = (await login()).body.second_factor as { token: string }
  for (const code of odd.slice(0, 4))
    expect((await visitor.post(SECOND, { token, code })).body).toMatchObject({ code: 'sign_in_failed' })
  const wideCode = onKeyboard(codeNow(key), 0xff10)
  expect((await visitor.post(SECOND, { token, code: wideCode })).status).toBe(200)
  const [recovery = ''] = confirmed.body.recovery_codes as string[]
  const wide = recovery.replaceAll(/[A-Z2-7]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
  expect((await nora.post(CONFIRM, { recovery_code: 'é½\u0000' })).body.code).toBe('sign_in_failed')
  expect((await nora.post(CONFIRM, { recovery_code: wide })).status).toBe(200)
})

test.each(['Legal Nurse Academy: Texas', '：：', `${'🩺'.repeat(59)}::x🩺`, 'A\u202E：B'])(
  'keeps colons out of the label in the app address when the academy is named %j',
  async (name) => {
    const { nora, pool } = await withNora()
    await pool.query(
      `insert into site_settings (settings) values ($1::jsonb)
        on conflict (id) do update set settings = site_settings.settings || $1::jsonb`,
      [{ name }],
    )
    const { address } = (await nora.post(CODE)).body as { address: string }
    const { pathname, searchParams } = new URL(address)
    const [issuer, label, ...others] = decodeURIComponent(pathname).replace(/^.*\//, '').split(':')
    expect([issuer, label, others]).toEqual([searchParams.get('issuer'), 'nora', []])
    expect(issuer).toMatch(/^[^:：]+$/)
  },
)
