import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

// The script that npm runs after each install, with any Node version, any omitted dependencies, and in any folder.
const { scripts }: { scripts: { prepare: string } } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8'),
)

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'hook-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

function repository(): string {
  const made = folder()
  execFileSync('git', ['init', '-q'], { cwd: made })
  return made
}

const ALONE = { CI: '', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null', PATH: process.env['PATH'] }

function install(cwd: string, more: NodeJS.ProcessEnv = {}) {
  const env = { ...ALONE, ...more }
  const { status, output } = spawnSync('/bin/sh', ['-c', scripts.prepare], { cwd, env, encoding: 'utf8' })
  expect([status, output.join('')]).toEqual([0, ''])
}

function hooksOf(cwd: string): string {
  return spawnSync('git', ['config', 'core.hooksPath'], { cwd, env: ALONE }).stdout.toString().trim()
}

test('an install in a separate clone enables the hook', () => {
  const clone = repository()
  install(clone)
  install(clone)
  expect(hooksOf(clone)).toBe('.githooks')
})

test('existing hooks stay', () => {
  const clone = repository()
  execFileSync('git', ['config', 'core.hooksPath', 'elsewhere'], { cwd: clone })
  install(clone)
  expect(hooksOf(clone)).toBe('elsewhere')
})

test('on a CI server, without git, or outside a clone, the install succeeds and changes nothing', () => {
  const clone = repository()
  install(clone, { CI: 'true' })
  expect(hooksOf(clone)).toBe('')

  const withoutGit = folder()
  symlinkSync('/bin/sh', path.join(withoutGit, 'sh'))
  install(clone, { PATH: withoutGit })
  expect(hooksOf(clone)).toBe('')

  // An archive unpacked inside a repository that isn't ours.
  const unpacked = path.join(clone, 'academy')
  mkdirSync(unpacked)
  install(unpacked)
  expect(hooksOf(clone)).toBe('')
})
