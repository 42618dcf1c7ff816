import { expect, test } from 'vitest'
import { checkBackups } from './backup-checks.rules.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const backup = (hours: number, more: { missing?: number; problem?: string; triedAt?: Date } = {}) => ({
  madeAt: ago(hours),
  file: `/srv/${hours}.tar`,
  missing: 0,
  problem: null,
  triedAt: null,
  ...more,
})
const runCheck = (backups: ReturnType<typeof backup>[], since?: Date) => checkBackups({ backups, since, now: NOW })

test('accepts a complete backup up to two days old, and none that lacks files or failed its restore test', () => {
  expect(runCheck([backup(47), backup(71)])).toMatchObject({
    is: 'fine',
    text: 'the newest was made 47 hours ago (/srv/47.tar) and has not been tested: use try-backup',
  })
  expect(runCheck([backup(47, { triedAt: ago(46) })]).text).toContain('and passed a test restore')
  expect(runCheck([backup(49), backup(73)])).toMatchObject({
    is: 'wrong',
    since: ago(1),
    text: expect.stringMatching(/^the newest complete backup is 2 days old \(\/srv\/49\.tar\)\. Make one every night/),
  })
  for (const [bad, words] of [
    [{ missing: 1 }, 'is missing files'],
    [{ problem: 'It is cut short.' }, 'could not be restored: It is cut short.'],
  ] as const) {
    expect(runCheck([backup(1, bad), backup(25)])).toMatchObject({ is: 'wrong', text: expect.stringContaining(words) })
    expect(runCheck([backup(1, bad), backup(49)]).text).toMatch(
      /^the newest complete backup is 2 days old .*\/srv\/1\.tar, /,
    )
  }
  // A failure before the latest good backup no longer counts.
  expect(runCheck([backup(1), backup(2, { missing: 1 })]).is).toBe('fine')
})

test('reports missing backups two days after there is something to lose', () => {
  expect(runCheck([]).is).toBe('fine')
  expect(runCheck([], ago(47)).is).toBe('fine')
  expect(runCheck([], ago(49))).toMatchObject({
    is: 'wrong',
    text: expect.stringMatching(/^no complete backup was made in 2 days/),
  })
})
