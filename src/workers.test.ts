import cluster from 'node:cluster'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkers } from './workers.ts'

const messages: string[] = []
const log = { info() {}, warn() {}, error: (_: unknown, text: string) => void messages.push(text) }
const pidsOf = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? [])

/** A program consisting of these lines, which is ready at once and ends when stopped. */
async function program(...lines: string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'workers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const exec = path.join(folder, 'worker.mjs')
  const end = `process.once('SIGTERM', () => process.exit(0))`
  await writeFile(exec, [`import cluster from 'node:cluster'`, `import fs from 'node:fs'`, ...lines, end].join('\n'))
  return { exec, execArgv: [] }
}

const OPEN = `process.send({ opened: '' })`

/** The program that each process runs, according to its command line. */
async function programsServed(): Promise<string[]> {
  const lines = await Promise.all(pidsOf().map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.map((line) => line.split('\0')[1] ?? '')
}

async function serving(many: number, runs: { exec: string; execArgv: string[] }, openingMs?: number) {
  messages.length = 0
  cluster.setupPrimary(runs)
  const workers = openWorkers({ environment: {}, log, ...(openingMs !== undefined && { openingMs }) })
  onTestFinished(() => workers.stop())
  await workers.start(many)
  return workers
}

test('replaces a worker that dies while the last one is still opening', async () => {
  // The second worker dies right after it is ready; the third is slow to become ready.
  const runs = await program(
    `if (cluster.worker.id === 3) setTimeout(() => ${OPEN}, 1_500)`,
    `else ${OPEN}`,
    `if (cluster.worker.id === 2) setTimeout(() => process.exit(1), 200)`,
  )
  await serving(3, runs)
  await expect.poll(() => pidsOf().length, { timeout: 10_000 }).toBe(3)
})

test('a new version replaces the previous one, and also workers that die during the renewal', async () => {
  const before = await program(OPEN)
  const next = await program(`setTimeout(() => ${OPEN}, 300)`)
  const workers = await serving(2, before)
  const [first = 0, second = 0] = pidsOf()
  const renewed = workers.renew(next)
  process.kill(first, 'SIGKILL')
  process.kill(second, 'SIGKILL')
  await renewed
  await expect.poll(programsServed, { timeout: 10_000 }).toEqual([next.exec, next.exec])
})

test('a version that never opens is abandoned, and the next renewal succeeds', async () => {
  const before = await program(OPEN)
  const mended = await program(OPEN)
  const workers = await serving(1, before, 1_000)
  await workers.renew(await program(`setInterval(() => {}, 1_000)`))
  expect(messages).toEqual(['a new process could not be started; the previous version is still running'])
  expect(await programsServed()).toEqual([before.exec])
  await workers.renew(mended)
  expect(await programsServed()).toEqual([mended.exec])
})

test('a version that can be started only once does not keep running next to the previous one', async () => {
  const before = await program(OPEN)
  const next = await program(
    `const file = import.meta.filename + '.started'`,
    `if (fs.existsSync(file)) process.exit(1)`,
    `fs.writeFileSync(file, '')`,
    OPEN,
  )
  const workers = await serving(2, before)
  await workers.renew(next)
  expect(await programsServed()).toEqual([before.exec, before.exec])
  expect(messages).toEqual(['a new process could not be started; the previous version is still running'])
  // Workers that die later are also replaced by the previous version.
  process.kill(pidsOf()[0] ?? 0, 'SIGKILL')
  await expect.poll(() => messages.length).toBe(2)
  await expect.poll(programsServed, { timeout: 10_000 }).toEqual([before.exec, before.exec])
})
