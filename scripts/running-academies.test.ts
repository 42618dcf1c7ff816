import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findRunningAcademies, canSeeOtherUsers } from './running-academies.mjs'

/** A folder as the system's, with one process that runs in `/`. */
function oneProcess({
  words = ['/usr/bin/node', 'scripts/start.mjs', '--serve'],
  environ = 'PORT=4000\0',
  cgroup = '',
}) {
  const proc = mkdtempSync(path.join(tmpdir(), 'proc-'))
  onTestFinished(() => rmSync(proc, { recursive: true }))
  const folder = path.join(proc, '42')
  mkdirSync(folder)
  const files = { cmdline: `${words.join('\0')}\0`, environ, cgroup }
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
  symlinkSync('/', path.join(folder, 'cwd'))
  return proc
}

function refused(): string {
  throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
}

test('an academy is known by its folder, with its settings', () => {
  const proc = oneProcess({})
  expect(findRunningAcademies('/', { proc })).toMatchObject([{ pid: 42, env: { PORT: '4000' }, how: 'npm run serve' }])
  expect(findRunningAcademies('/etc', { proc })).toEqual([])
})

test('one of another user is not taken for none: neither as systemd starts it, nor where its settings are hidden', () => {
  const hidden = [{ pid: 42, isHidden: true }]
  expect(findRunningAcademies('/srv/academy', { proc: oneProcess({}), readLink: refused })).toEqual(hidden)
  expect(findRunningAcademies('/', { proc: oneProcess({ environ: '' }) })).toEqual(hidden)
  const named = oneProcess({ words: ['node', '/srv/academy/scripts/start.mjs'] })
  expect(findRunningAcademies('/srv/academy', { proc: named, readLink: refused })).toEqual(hidden)
  expect(findRunningAcademies('/srv/another', { proc: named, readLink: refused })).toEqual([])
})

test('where the system shows no processes of other users, that is known', () => {
  expect([canSeeOtherUsers(), canSeeOtherUsers(oneProcess({}))]).toEqual([true, false])
})

test.each([
  ['academy.service', 0, 'academy.service'],
  ['academy@3001.service', 0, 'academy@3001.service'],
  ['lessons.service', 42, 'lessons.service'],
  ['cron.service', 7, undefined],
  ['academy-backup.service', 0, undefined],
])('of %s with the main process %i the service to be stopped and started is %s', (unit, mainPid, expected) => {
  const proc = oneProcess({ cgroup: `0::/system.slice/${unit}\n` })
  expect(findRunningAcademies('/', { proc, mainPidOf: () => mainPid })[0]?.unit).toBe(expected)
})
