import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../test/harness/database.ts'
import { openPipelinedConnection } from './pipelined-connection.ts'

async function lineToTests() {
  const line = openPipelinedConnection({ connectionString: await testDatabase(), application_name: 'line of a test' })
  onTestFinished(() => line.close())
  return async (text: string, values: unknown[] = []): Promise<unknown> => {
    const { rows } = await line.query({ text: `select (${text}) as answer` }, values)
    return (rows as { answer: unknown }[])[0]?.answer
  }
}

test('each of many concurrent statements gets its own result, whatever fails in between', async () => {
  const ask = await lineToTests()
  const asked = Array.from({ length: 300 }, (_, n) =>
    n % 10 === 3 ? ask('1 / ($1::int - $1::int)', [n]) : ask('$1::int', [n]),
  )
  const answers = await Promise.allSettled(asked)
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, n) => (n % 10 === 3 ? 'rejected' : 'fulfilled')))
  const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  expect(values).toEqual(Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 10 !== 3))
})

test('all use one connection, which is reopened when it breaks', async () => {
  const ask = await lineToTests()
  const mine = 'pg_backend_pid()'
  const [first, second] = await Promise.all([ask(mine), ask(mine)])
  expect(second).toBe(first)

  const broken = await Promise.allSettled([ask('pg_terminate_backend($1::int)', [first]), ask('pg_sleep(5)'), ask('2')])
  expect(broken.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const third = await ask(mine)
  expect(third).not.toBe(first)
  expect(await ask(mine)).toBe(third)
})
