import { expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import { testAcademy } from '../../../test/harness/academy.ts'

const login = { username: 'nora', password: 'lamp-at-midnight' }
// Uses `/proc`, because its file system is always full.
const onFullDisk = (databaseUrl?: string) => (deps: Deps) => ({
  ...deps,
  config: { ...deps.config, dataDir: '/proc', databaseUrl },
})

test.runIf(process.platform === 'linux').each([
  { process: 'one process', databaseUrl: undefined },
  { process: 'one of several', databaseUrl: 'postgresql://postgres@/postgres?host=%2Fproc&port=5432' },
])('while its disk is almost full, the academy is read-only: $process', async ({ databaseUrl }) => {
  const { as } = await testAcademy({ change: onFullDisk(databaseUrl) })
  const refused = await as(undefined).post('/Academy/api/login/', login)
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' }, headers: { 'retry-after': '60' } })
  expect((await as(undefined).get('/Academy/api/courses/')).status).toBe(200)
})

test('a full disk here does not affect a database elsewhere', async () => {
  const { as } = await testAcademy({ change: onFullDisk('postgresql://academy@database.example/academy') })
  expect((await as(undefined).post('/Academy/api/login/', login)).status).toBe(400)
})
