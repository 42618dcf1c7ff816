import { expect, test } from 'vitest'
import { UpgradeError, type UpgradeSteps, upgrade } from './upgrade-order.mjs'

type Case = {
  before?: string | undefined
  isServing?: boolean
  missing?: { name: string; mayOverlap: boolean }[]
  applied?: number
  isAllServed?: boolean
  failing?: string
  reason?: Error
  interruptedAt?: string
}

const GENTLE = { name: '0030_gentle', mayOverlap: true }
const ALONE = { name: '0031_alone', mayOverlap: false }

/** Records the steps in order, and the messages. */
async function order(given: Case, options: Parameters<typeof upgrade>[1] = {}) {
  const { before = 'old', isServing = true, missing = [GENTLE], applied = 30, isAllServed = false } = given
  const { failing, reason = new UpgradeError(`${failing} failed.`), interruptedAt } = given
  let serving: 'all' | 'some' | 'none' = 'all'
  const done: string[] = []
  const output: string[] = []
  const step = <Value>(name: string, value: Value): Value => {
    done.push(name)
    if (name === 'stop') serving = failing === 'stop' ? 'some' : 'none'
    if (name === failing) throw reason
    if (name === 'start') serving = 'all'
    return value
  }
  const nothing = undefined
  const steps: UpgradeSteps = {
    look: async () => ({ before: before || undefined, isServing }),
    build: async () => step('build', 'new'),
    isServedBy: async () => isAllServed,
    askDatabase: async () => step('ask', { applied, missing }),
    backUp: async (_name, file = 'DATA_DIR/before.tar') => step('back up', file),
    stop: async () => step('stop', nothing),
    migrate: async () => step('migrate', nothing),
    serve: (name) => step(`serve ${name}`, nothing),
    allowBeside: (name) => step(`allow ${name} beside`, nothing),
    serveAgain: (name, failed) => step(`serve ${name} again, not ${failed}`, nothing),
    start: async () => step('start', true),
    renew: async () => step('renew', true),
    check: async () => step('check', nothing),
    serving: async () => serving,
    isInterrupted: async () => interruptedAt !== undefined && done.includes(interruptedAt),
    print: (line) => void output.push(line),
  }
  const code = await upgrade(steps, options)
  return { code, done: done.join(', '), output: output.join('\n') }
}

test('builds, backs up, and migrates next to the running version; then renews and says how to go back', async () => {
  expect(await order({})).toEqual({
    code: 0,
    done: 'build, ask, back up, allow old beside, migrate, serve new, renew, check',
    output:
      'Version new is running.\nTo go back, restore the database backup DATA_DIR/before.tar. See "Going back" in docs/upgrading.md.',
  })
  const named = await order({}, { backup: 'mine.tar' })
  expect(named.output).toContain('mine.tar')
})

test('an unchanged database needs no backup, whether the upgrade continues or is undone', async () => {
  expect(await order({ missing: [] })).toEqual({
    code: 0,
    done: 'build, ask, serve new, renew, check',
    output:
      'Version new is running.\nTo go back, check out the previous version in this folder and run npm run upgrade again. The database was not changed.',
  })
  expect((await order({}, { isBackupLeftOut: true })).done).toBe(
    'build, ask, allow old beside, migrate, serve new, renew, check',
  )
})

test('a version that already serves is only checked', async () => {
  expect(await order({ isAllServed: true })).toEqual({
    code: 0,
    done: 'build, check',
    output: 'Version new is already running.',
  })
})

test('builds if nothing was ever served; if nothing is running now, the next start serves it', async () => {
  expect(await order({ before: '', isServing: false })).toMatchObject({ code: 0, done: 'build, serve new' })
  const stopped = await order({ isServing: false })
  expect(stopped.done).toBe('build, ask, back up, allow old beside, migrate, serve new')
  expect(stopped.output).toContain('Version new is built. It will run the next time you start the academy.')
})

test('rejects a migration that requires stopping the academy until that is allowed', async () => {
  const refused = await order({ missing: [GENTLE, ALONE] })
  expect([refused.code, refused.done]).toEqual([1, 'build, ask'])
  expect(refused.output).toMatch(/0031_alone.*--stop\nNothing was changed; the previous version is still running[.]/)
  const allowed = await order({ missing: [ALONE] }, { mayStop: true })
  expect(allowed.done).toBe('build, ask, back up, stop, allow old beside, migrate, serve new, start, check')
  const failed = await order({ missing: [ALONE], failing: 'migrate' }, { mayStop: true })
  expect(failed.done).toBe('build, ask, back up, stop, allow old beside, migrate, serve old again, not new, start')
  expect(failed.output).toMatch(/made; the previous version is running again[.]/)
})

test('reports an issue of the new version, with the way back', async () => {
  const { code, output } = await order({ failing: 'check' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^check failed[.]\nVersion new is running[.]\nTo go back/)])
})

test('if nothing is running anymore, says nothing else', async () => {
  const { output } = await order({ missing: [ALONE], failing: 'start' }, { mayStop: true })
  expect(output).toMatch(/^start failed[.]\nThe database was migrated, .*; the academy is not responding[.]\n/)
  expect((await order({ isServing: false, failing: 'migrate' })).output).toMatch(/was made[.]\nSee "When/)
})

test('restarts what was stopped, even if part of it could not be stopped, and reports what is serving', async () => {
  const stopped = await order({ missing: [ALONE], failing: 'stop' }, { mayStop: true })
  expect(stopped.done).toBe('build, ask, back up, stop, serve old again, not new, start')
  expect(stopped.output).toMatch(/^stop failed[.]\nOnly .* made; the previous version is running again[.]\n/)
  const unserved = await order(
    { missing: [ALONE], failing: 'serve new', reason: new Error('ENOSPC') },
    { mayStop: true },
  )
  expect(unserved.done).toMatch(/migrate, serve new, serve old again, not new, start$/)
})

test('reports an unexpected error as a sentence, with what was changed and what is serving', async () => {
  const { code, output } = await order({ failing: 'migrate', reason: new TypeError('ENOENT: no such file') })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^ENOENT: no such file\nOnly the backup .* was made; the previous version is still running[.]\n/,
  )
  expect((await order({ failing: 'check', reason: new Error('odd') })).output).toMatch(
    /^odd\nVersion new is running[.]/,
  )
})

test('an interruption restarts what was stopped, and waits for the end after the migration', async () => {
  const early = await order({ interruptedAt: 'back up' })
  expect([early.code, early.done]).toEqual([1, 'build, ask, back up'])
  expect(early.output).toMatch(/^The upgrade was interrupted[.]\nOnly .*; the previous version is still running[.]/)
  const stopped = await order({ missing: [ALONE], interruptedAt: 'stop' }, { mayStop: true })
  expect(stopped.done).toBe('build, ask, back up, stop, serve old again, not new, start')
  expect(stopped.output).toMatch(/^The upgrade was interrupted[.]\n.*the previous version is running again[.]/)
  expect(await order({ interruptedAt: 'migrate' })).toMatchObject({ code: 0, done: expect.stringMatching(/check$/) })
})

test.each([
  ['build', 'build', /^build failed[.]\nNothing was changed; the previous version is still running/],
  ['ask', 'build, ask', /^ask failed[.]\nNothing was changed;/],
  ['back up', 'build, ask, back up', /^back up failed[.]\nNothing was changed;/],
  [
    'migrate',
    'build, ask, back up, allow old beside, migrate, serve old again, not new',
    /^migrate failed[.]\nOnly the backup DATA_DIR.before[.]tar was made;/,
  ],
  [
    'renew',
    'build, ask, back up, allow old beside, migrate, serve new, renew, serve old again, not new',
    /^renew failed[.]\nThe database was migrated, and nothing else was changed;/,
  ],
])('when %s fails, the previous version is still running', async (failing, done, words) => {
  expect(await order({ failing })).toEqual({ code: 1, done, output: expect.stringMatching(words) })
})
