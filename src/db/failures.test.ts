import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../test/harness/running-academy.ts'
import { inCodes, isDatabaseAway } from './failures.ts'
import { openDatabase } from './open.ts'

test('only what the database tells is told as a database that is away', async () => {
  const { db, close } = openDatabase(`postgresql://nobody@127.0.0.1:${await freePort()}/none`, () => {})
  onTestFinished(close)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )
  const broken = (code: string) => Object.assign(new Error('broken'), { code })
  expect(isDatabaseAway(await failure(db.execute(sql`select 1`)))).toBe(true)
  expect(isDatabaseAway(await failure(db.transaction(async () => {})))).toBe(true)
  for (const code of ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']) {
    expect([code, isDatabaseAway(new DrizzleQueryError('select 1', [], broken(code)))]).toEqual([code, true])
    expect([code, isDatabaseAway(broken(code))]).toEqual([code, false])
    expect([code, isDatabaseAway(new Error('no file', { cause: broken(code) }))]).toEqual([code, false])
  }
  expect(isDatabaseAway(broken('57P01'))).toBe(true)
})

test('what failed is told in kinds and codes, without anything that stood in it', () => {
  const full = Object.assign(new Error('disk full at nora@example.com'), { code: '53100' })
  expect(inCodes(new DrizzleQueryError('update', ['nora@example.com'], full))).toBe('DrizzleQueryError, Error 53100')
  const odd = Object.assign(new RangeError('x'), { name: 'nora@example.com', code: '550 nora@example.com' })
  expect(inCodes(odd)).toBe('RangeError')
  expect(inCodes('nora@example.com')).toBe('something that is no error')
})
