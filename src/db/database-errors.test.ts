import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../test/harness/running-academy.ts'
import { describeErrorCodes, isDatabaseUnavailable } from './database-errors.ts'
import { openDatabase } from './open-database.ts'

test('only errors of the database count as an unavailable database', async () => {
  const { db, close } = openDatabase(`postgresql://nobody@127.0.0.1:${await findFreePort()}/none`, () => {})
  onTestFinished(close)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    )
  const broken = (code: string) => Object.assign(new Error('broken'), { code })
  expect(isDatabaseUnavailable(await failure(db.execute(sql`select 1`)))).toBe(true)
  expect(isDatabaseUnavailable(await failure(db.transaction(async () => {})))).toBe(true)
  for (const code of ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']) {
    expect([code, isDatabaseUnavailable(new DrizzleQueryError('select 1', [], broken(code)))]).toEqual([code, true])
    expect([code, isDatabaseUnavailable(broken(code))]).toEqual([code, false])
    expect([code, isDatabaseUnavailable(new Error('no file', { cause: broken(code) }))]).toEqual([code, false])
  }
  expect(isDatabaseUnavailable(broken('57P01'))).toBe(true)
})

test('describes a failure by kinds and codes, without any of its content', () => {
  const full = Object.assign(new Error('disk full at nora@example.com'), { code: '53100' })
  expect(describeErrorCodes(new DrizzleQueryError('update', ['nora@example.com'], full))).toBe(
    'DrizzleQueryError, Error 53100',
  )
  const odd = Object.assign(new RangeError('x'), { name: 'nora@example.com', code: '550 nora@example.com' })
  expect(describeErrorCodes(odd)).toBe('RangeError')
  expect(describeErrorCodes('nora@example.com')).toBe("a value that isn't an error")
})
