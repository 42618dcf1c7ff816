import { expect, test } from 'vitest'
import { createMember } from '#features/people/login/login.public.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { ConfigError } from '#platform/config.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { testDatabase } from '../../../../test/harness/database.ts'
import { startServing } from '../../../start.ts'
import { listUsableDemoAccounts } from './demo.public.ts'
import { DEMO_ACCOUNTS, LEARNER, STAFF } from './demo.rules.ts'

test('refuses to start production while a demo account has its published password; locking it is enough', async () => {
  const { deps } = await testAcademy()
  const production = { ...deps, config: { ...deps.config, mode: 'production' as const } }
  const academy = {
    deps: production,
    connectionString: await testDatabase(),
    sendEventsTo: async () => {},
    close: async () => {},
  }
  const ids = await Promise.all(DEMO_ACCOUNTS.map((account) => createMember(deps, account)))
  const refused = startServing(academy, { isHot: false })
  await expect(refused).rejects.toThrow(ConfigError)
  await expect(refused).rejects.toThrow(
    /demo@example\.com, newcomer@example\.com, staff@example\.com\.\nLock each .* lock demo@example\.com$/,
  )
  for (const id of ids) await lockAccount(deps, { memberId: id, by: OPERATOR })
  expect(await listUsableDemoAccounts(deps)).toEqual([])
})

test('does not let someone block production by registering as a demo account', async () => {
  const { deps } = await testAcademy()
  await createMember(deps, { ...STAFF, email: 'sam@elsewhere.example' })
  await createMember(deps, { ...LEARNER, isVerified: false })
  expect(await listUsableDemoAccounts(deps)).toEqual([])
})
