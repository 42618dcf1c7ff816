import { DrizzleQueryError, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../test/harness/running-academy.ts'
import { isDatabaseAway } from './failures.ts'
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
