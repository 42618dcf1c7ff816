import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../test/harness/running-academy.ts'
import { median } from './median.ts'
import type { Row } from './row.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * The time from `npm start` to the first response: on a fresh clone of the last commit (with npm's cache), and on later
 * starts.
 */
export async function starts(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-start-'))
  try {
    const clone = path.join(folder, 'clone')
    execFileSync('git', ['clone', '--quiet', ROOT, clone])
    const first = await secondsToAnswer(clone)
    const later = [await secondsToAnswer(clone), await secondsToAnswer(clone), await secondsToAnswer(clone)]
    return [
      { what: 'first start of a fresh clone', ours: first, limit: 120, unit: 's' },
      { what: 'later start, median of 3', ours: median(later), limit: 5, unit: 's' },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function secondsToAnswer(cwd: string): Promise<number> {
  const port = await findFreePort()
  const since = Date.now()
  const npm = spawn('npm', ['start'], {
    cwd,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), DATA_DIR: path.join(cwd, 'data'), DATABASE_URL: '' },
  })
  for (;;) {
    const isAnswering = await fetch(`http://127.0.0.1:${port}/`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (isAnswering) break
    if (npm.exitCode !== null) throw new Error('npm start ended')
    await sleep(50)
  }
  const seconds = Math.round((Date.now() - since) / 100) / 10
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  return seconds
}
