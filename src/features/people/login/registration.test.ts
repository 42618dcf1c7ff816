import { describe, expect, test } from 'vitest'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { unique } from '../../../../test/harness/builders.ts'
import { members } from '#db/tables/members.ts'
import { TERMS_VERSION } from '../../foundation/site/site.rules.ts'

const REGISTER = '/Academy/api/register/'

function form(changes: Record<string, unknown> = {}) {
  const username = unique('nora')
  return {
    first_name: 'Nora',
    last_name: 'Nightingale',
    email: `${username}@example.com`,
    username,
    password: 'lamp-at-midnight',
    confirm_password: 'lamp-at-midnight',
    ...changes,
  }
}

const refused = async (academy: TestAcademy, changes: Record<string, unknown>) => {
  const reply = await academy.as(undefined).post(REGISTER, form(changes))
  expect(reply.status).toBe(400)
  return reply.body
}

describe('registration', () => {
  test('creates an unverified account and sends the link', async () => {
    const academy = await testAcademy()
    const given = form({ email: 'Nora@Example.com' })
    const reply = await academy.as(undefined).post(REGISTER, given)
    expect(reply).toMatchObject({ status: 200, body: { email: 'Nora@Example.com' } })
    await academy.runJobs()
    const [mail] = await academy.mailbox()
    expect(mail).toMatchObject({ to: 'Nora@Example.com', subject: 'Verify your email' })
    expect(mail?.text).toMatch(/http:\/\/academy\.test\/VerifyEmail\/[\w-]{43}\n/)
    expect(mail?.html).toContain('Verify my email')
    const [row] = await academy.db.select().from(members)
    expect(row).toMatchObject({
      username: given.username,
      email: 'Nora@Example.com',
      emailVerifiedAt: null,
      role: 'learner',
    })
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test("reports every invalid field at once with the form's messages", async () => {
    const academy = await testAcademy()
    expect(await refused(academy, { email: '', username: '', password: '', confirm_password: '' })).toEqual({
      email: ['Email is required'],
      username: ['Username is required'],
      password: ['Password is required'],
      confirm_password: ['Confirm password is required'],
    })
    expect((await academy.as(undefined).post(REGISTER, {})).body).toHaveProperty('email', ['Email is required'])
    await academy.as(undefined).post(REGISTER, form({ username: 'Taken', email: 'taken@example.com' }))
    expect(
      await refused(academy, {
        email: 'TAKEN@example.com',
        username: 'taken',
        password: 'short',
        confirm_password: 'x',
      }),
    ).toEqual({
      email: ['There’s already an account with this email. Log in, or use another email.'],
      username: ['This username is already taken. Please choose another one.'],
      password: ['Password must be at least 8 characters'],
      confirm_password: ['Passwords do not match'],
    })
  })

  test.each([
    ['email', 'nora'],
    ['email', 'nora@example'],
    ['email', 'nora@example.company'],
    ['email', 'nora@example.c'],
    ['email', 'nora@example.com\nBcc: all@example.com'],
    ['email', 'a\u0000b@example.com'],
    ['email', 'Nora <nora@example.com>, Ada <ada@example.com>'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['username', 'no'],
    ['username', 'n'.repeat(31)],
    ['username', 'nora n'],
    ['username', 'nörá'],
    ['username', 'nora@example.com'],
    ['username', 'nora\u0000'],
    ['password', 'Password1!'],
    ['password', '1234567'],
    ['password', '12345678'],
    ['password', 'x'.repeat(129)],
    ['first_name', 'N'.repeat(101)],
    ['first_name', 'Nora\r\nBcc: all@example.com'],
    ['last_name', 'Night\u0000ingale'],
  ])('rejects %s %j on its field', async (field, value) => {
    const academy = await testAcademy()
    const password = field === 'password' ? { confirm_password: value } : {}
    const body = await refused(academy, { [field]: value, ...password })
    expect(Object.keys(body)).toEqual([field])
    expect(body[field]).toEqual([expect.any(String)])
  })

  test('accepts names and passwords in any script, and no names at all', async () => {
    const academy = await testAcademy()
    const password = 'ночная лампа сестры'
    for (const names of [
      { first_name: 'Łucja', last_name: 'O’Brien-Nuñez' },
      { first_name: '', last_name: '' },
    ]) {
      const reply = await academy.as(undefined).post(REGISTER, form({ ...names, password, confirm_password: password }))
      expect(reply.status).toBe(200)
    }
  })

  test("rejects a password that equals the member's own name", async () => {
    const academy = await testAcademy()
    const body = await refused(academy, {
      username: 'lamplighter',
      password: 'Lamplighter1',
      confirm_password: 'Lamplighter1',
    })
    expect(body).toEqual({ password: ['This password is too easy to guess. Please choose another one.'] })
  })

  test.each([
    ['an unknown field', { ...form(), role: 'staff' }, { role: ['Unknown field.'] }],
    ['a list', { ...form(), username: ['nora'] }, { username: ['Please enter text.'] }],
    ['a number', { ...form(), password: 12_345_678 }, { password: ['Please enter text.'] }],
    ['nothing', { ...form(), email: null }, { email: ['Please enter text.'] }],
  ])('rejects %s', async (_, body, fields) => {
    const academy = await testAcademy()
    expect(await academy.as(undefined).post(REGISTER, body)).toMatchObject({ status: 400, body: fields })
    expect(await academy.db.select().from(members)).toEqual([])
  })

  test('rejects a megabyte of JSON, a list, malformed JSON, and another content type', async () => {
    const academy = await testAcademy()
    const visitor = academy.as(undefined)
    const status = async (body: unknown, type = 'application/json') =>
      (await visitor.post(REGISTER, body, { 'content-type': type })).status
    expect(await status(form({ first_name: 'x'.repeat(1_000_000) }))).toBe(413)
    expect(await status([form()])).toBe(400)
    expect(await status('{"email": ')).toBe(400)
    expect(await status('')).toBe(400)
    expect(await status('email=nora', 'application/x-www-form-urlencoded')).toBe(415)
  })

  test('creates one account and sends one email for fifty simultaneous requests', async () => {
    const academy = await testAcademy()
    const same = form()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        academy.app.inject({ method: 'POST', url: REGISTER, remoteAddress: `10.0.0.${n}`, payload: same }),
      ),
    )
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(49)
    expect(await academy.db.select().from(members)).toHaveLength(1)
    await academy.runJobs()
    expect(await academy.mailbox()).toHaveLength(1)
  })

  test('stores the accepted terms with version and time', async () => {
    const academy = await testAcademy()
    const time = new Date('2026-11-21T09:30:00Z')
    academy.setTime(time)
    await academy.as(undefined).post(REGISTER, form({ accept_terms: true }))
    const [row] = await academy.db.select().from(members)
    expect(row).toMatchObject({ termsVersion: TERMS_VERSION, termsAcceptedAt: time })
  })

  test("accepts the specification's payload without a checkbox and records that", async () => {
    const academy = await testAcademy()
    expect((await academy.as(undefined).post(REGISTER, form())).status).toBe(200)
    const [row] = await academy.db.select().from(members)
    expect(row).toMatchObject({ termsVersion: TERMS_VERSION, termsAcceptedAt: null })
  })

  test.each([
    [false, 'Please accept the terms to create an account.'],
    ['yes', 'Must be true or false.'],
    [null, 'Must be true or false.'],
  ])('rejects a checkbox value of %j', async (accept_terms, message) => {
    const academy = await testAcademy()
    expect(await refused(academy, { accept_terms })).toEqual({ accept_terms: [message] })
    expect(await academy.db.select().from(members)).toEqual([])
  })

  test('rejects a call from another origin', async () => {
    const academy = await testAcademy()
    const reply = await academy.as(undefined).post(REGISTER, form(), { origin: 'https://evil.example' })
    expect(reply.status).toBe(403)
  })
})
