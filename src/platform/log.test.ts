import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testAcademy } from '../../test/harness/academy.ts'
import { logOptions } from './log.ts'

test('logs a failed statement without its values', async () => {
  const { db } = await testAcademy()
  const insert = () =>
    db.execute(sql`insert into members (username, email, password_hash)
      values (${'canary-name'}, ${'canary@example.com'}, ${'one\ntwo canary-hash'})`)
  await insert()
  const failure: unknown = await insert().then(
    () => undefined,
    (error: unknown) => error,
  )

  const lines: string[] = []
  pino(logOptions('info'), { write: (line) => void lines.push(line) }).error({ err: failure }, 'it failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { cause: { code: '23505' } } })
  expect(lines.join('')).toContain('insert into members')
  expect(lines.join('')).not.toContain('canary')
})
