import { expect, test } from 'vitest'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createUnsubscribeAddress } from './notifications.public.ts'

const CHOICES = '/Academy/api/account/mails/'
const BY_LINK = '/Academy/api/leave/'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const kind = 'study-reminder'
const DEAD = {
  status: 400,
  body: { message: 'This link is incomplete, or its account no longer exists. Open it again from the email.' },
}

async function academyWithLink() {
  const academy = await testAcademy()
  const nora = await academy.member()
  const address = createUnsubscribeAddress(academy.deps, { memberId: nora.id, kind })
  const token = address.split('/').at(-1) ?? ''
  const visitor = academy.as(undefined)
  const isOn = async () => (await academy.as(nora).get(CHOICES)).body[0].is_on as boolean
  const press = (body = ONE_CLICK, headers: Record<string, string> = FORM) =>
    visitor.post(`/Leave/${token}`, body, headers)
  return { ...academy, nora, address, token, visitor, isOn, press }
}

test('turns an email kind off and on again; repeating counts once, and other members keep theirs', async () => {
  const { as, nora, member, pool } = await academyWithLink()
  const choose = (isOn: boolean) => as(nora).post(CHOICES, { kind, is_on: isOn })
  expect((await as(nora).get(CHOICES)).body.slice(0, 1)).toMatchObject([
    { kind, label: 'Study reminders', is_on: true },
  ])
  expect((await choose(false)).body).toEqual({ message: 'You won’t get study reminders anymore.' })
  const since = async () => (await pool.query('select off_since from notice_choices')).rows
  const first = await since()
  await choose(false)
  expect(await since()).toEqual(first)
  expect((await as(nora).get(CHOICES)).body.slice(0, 1)).toMatchObject([{ is_on: false }])
  expect((await as(await member()).get(CHOICES)).body.slice(0, 1)).toMatchObject([{ is_on: true }])
  expect((await choose(true)).body).toEqual({ message: 'You’ll get study reminders again.' })
  expect(await since()).toEqual([])
  expect((await as(nora).post(CHOICES, { kind: 'receipt', is_on: false })).status).toBe(400)
})

test('unsubscribes by one POST in either form encoding, without cookie or token; opening the address does nothing', async () => {
  const { press, isOn, as, nora, visitor, token } = await academyWithLink()
  await visitor.get(`/Leave/${token}`)
  expect(await isOn()).toBe(true)
  const pressed = await press()
  expect([pressed.status, pressed.text, pressed.headers['location']]).toEqual([
    200,
    'You won’t get study reminders anymore.\n',
    undefined,
  ])
  expect(await isOn()).toBe(false)
  await as(nora).post(CHOICES, { kind, is_on: true })
  const parts = `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`
  expect((await press(parts, { 'content-type': 'multipart/form-data; boundary=b' })).status).toBe(200)
  expect(await isOn()).toBe(false)
})

test.each([
  ['no field', 'a=b', FORM, 400],
  ['too much', `${'a'.repeat(3_000)}&${ONE_CLICK}`, FORM, 413],
  ['JSON', JSON.stringify({ 'List-Unsubscribe': 'One-Click' }), { 'content-type': 'application/json' }, 400],
  ['another site’s page', ONE_CLICK, { ...FORM, origin: 'https://elsewhere.example' }, 403],
])('does not unsubscribe for %s', async (_, body, headers, status) => {
  const { press, isOn } = await academyWithLink()
  expect((await press(body, headers)).status).toBe(status)
  expect(await isOn()).toBe(true)
})

test('unsubscribes and resubscribes by the same token, which works for one member and for years', async () => {
  const { visitor, token, isOn, setTime, as, member } = await academyWithLink()
  const other = await member()
  expect((await visitor.post(BY_LINK, { token, is_on: false })).body).toEqual({
    message: 'You won’t get study reminders anymore.',
  })
  expect(await isOn()).toBe(false)
  expect((await visitor.post(BY_LINK, { token, is_on: true })).body).toEqual({
    message: 'You’ll get study reminders again.',
  })
  expect(await isOn()).toBe(true)
  expect((await as(other).get(CHOICES)).body.slice(0, 1)).toMatchObject([{ is_on: true }])
  setTime(new Date(Date.now() + 5 * 365 * 86_400_000))
  expect((await visitor.post(BY_LINK, { token, is_on: false })).status).toBe(200)
})

test('answers and throttles links of an erased account, altered links, and unknown links alike', async () => {
  const { deps, visitor, token, nora, pool } = await academyWithLink()
  await visitor.post(BY_LINK, { token, is_on: false })
  await eraseMember(deps, { memberId: nora.id, by: OPERATOR })
  expect((await pool.query('select 1 from notice_choices')).rows).toEqual([])
  const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`
  for (const each of [token, changed, 'none', ''])
    expect(await visitor.post(BY_LINK, { token: each, is_on: false })).toMatchObject(DEAD)
  expect(await visitor.post(`/Leave/${token}`, ONE_CLICK, FORM)).toMatchObject(DEAD)
  expect(JSON.stringify(Buffer.from(token, 'base64url').toString('latin1'))).not.toContain(nora.id)
  const tries = []
  for (let n = 0; n < 60; n += 1) tries.push((await visitor.post(BY_LINK, { token: 'none', is_on: false })).status)
  expect(tries).toContain(429)
})

test('accepts valid links of many members from one network despite its invalid ones', async () => {
  const { deps, visitor, member, press } = await academyWithLink()
  for (let n = 0; n < 61; n += 1) await visitor.post(BY_LINK, { token: 'none', is_on: false })
  expect((await press()).status).toBe(200)
  const others = await Promise.all([member(), member()])
  for (const { id } of others) {
    const { pathname } = new URL(createUnsubscribeAddress(deps, { memberId: id, kind }))
    expect((await visitor.post(pathname, ONE_CLICK, FORM)).status).toBe(200)
  }
})
