import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeNextNumber, tryLock } from './lock.mjs'

function emptyFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('one process has the lock until it releases it; then the next one gets it', () => {
  const folder = emptyFolder()
  const giveBack = tryLock(folder)
  expect([giveBack, tryLock(folder)]).toEqual([expect.any(Function), undefined])
  giveBack?.()
  expect(tryLock(folder)).toEqual(expect.any(Function))
})

test.each([
  ['is gone', '999999999_1.boot'],
  ['was replaced by another with its pid', `${process.pid}_1.boot`],
])('the lock is free when its process %s', (_case, holder) => {
  const folder = emptyFolder()
  symlinkSync(holder, path.join(folder, '.builder-4'))
  expect(tryLock(folder)).toEqual(expect.any(Function))
  expect(readdirSync(folder)).toEqual(['.builder-5'])
  expect(readlinkSync(path.join(folder, '.builder-5'))).toMatch(`${process.pid}_`)
})

test('when several processes notice at once that the lock’s process is gone, one gets the lock, however late the others are', () => {
  const folder = emptyFolder()
  symlinkSync('999999999_1.boot', path.join(folder, '.builder-4'))
  const giveBack = takeNextNumber(folder, 4)
  expect([giveBack, takeNextNumber(folder, 4)]).toEqual([expect.any(Function), undefined])
  giveBack?.()
  expect(tryLock(folder)).toEqual(expect.any(Function))
  // This process still believes that file 4 is the last; file 5 has been removed in the meantime.
  expect(takeNextNumber(folder, 4)).toBe(undefined)
  expect(readdirSync(folder)).toEqual(['.builder-6'])
})
