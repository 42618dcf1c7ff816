import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findRunningAcademies, canSeeOtherUsers } from './running-academies.mjs'

/** A folder like /proc, with one process that runs in `/`. */
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

test('finds an academy by its folder, with its settings', () => {
  const proc = oneProcess({})
  expect(findRunningAcademies('/', { proc })).toMatchObject([{ pid: 42, env: { PORT: '4000' }, how: 'npm run serve' }])
  expect(findRunningAcademies('/etc', { proc })).toEqual([])
})

test('another user’s academy is not overlooked, whether systemd started it or its settings are hidden', () => {
  const hidden = [{ pid: 42, isHidden: true }]
  expect(findRunningAcademies('/srv/academy', { proc: oneProcess({}), readLink: refused })).toEqual(hidden)
  expect(findRunningAcademies('/', { proc: oneProcess({ environ: '' }) })).toEqual(hidden)
  const named = oneProcess({ words: ['node', '/srv/academy/scripts/start.mjs'] })
  expect(findRunningAcademies('/srv/academy', { proc: named, readLink: refused })).toEqual(hidden)
  expect(findRunningAcademies('/srv/another', { proc: named, readLink: refused })).toEqual([])
})

test('detects a system that hides other users’ processes', () => {
  expect([canSeeOtherUsers(), canSeeOtherUsers(oneProcess({}))]).toEqual([true, false])
})

test.each([
  ['academy.service', 0, 'academy.service'],
  ['academy@3001.service', 0, 'academy@3001.service'],
  ['lessons.service', 42, 'lessons.service'],
  ['cron.service', 7, undefined],
  ['academy-backup.service', 0, undefined],
])('in %s with main process %i the service to stop and start is %s', (unit, mainPid, expected) => {
  const proc = oneProcess({ cgroup: `0::/system.slice/${unit}\n` })
  expect(findRunningAcademies('/', { proc, mainPidOf: () => mainPid })[0]?.unit).toBe(expected)
})
