import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedServer } from './embedded-server.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { describeDatabaseError } from './describe-database-error.ts'

test(
  'waits for a late database and reports it once; does not wait for a wrong database address',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'academy-late-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const first = await startEmbeddedServer(folder)
    const { connectionString } = first
    await first.stop()

    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const waiting = waitForDatabase(connectionString, { patienceMs: 40_000, onWait: log })
    await sleep(2_500)
    const late = await startEmbeddedServer(folder)
    onTestFinished(() => late.stop())
    await waiting
    expect(lines).toEqual(['The database is not responding yet. Waiting up to 40 seconds.'])

    const elsewhere = connectionString.replace('/postgres?', '/elsewhere?')
    const refused = await waitForDatabase(elsewhere, { patienceMs: 40_000, onWait: log }).catch(
      (error: unknown) => error,
    )
    expect(describeDatabaseError(refused, elsewhere)).toMatch(/has no database elsewhere/)
    expect(lines).toHaveLength(1)
  },
)

test('reports a database that never comes when the time is over', async () => {
  const nowhere = 'postgresql://academy@127.0.0.1:9/academy'
  const error = await waitForDatabase(nowhere, { patienceMs: 1_500, onWait: () => {} }).catch(
    (caught: unknown) => caught,
  )
  expect(describeDatabaseError(error, nowhere)).toMatch(/^The database server at 127\.0\.0\.1:9 is not responding/)
})
