import cluster from 'node:cluster'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkers } from './workers.ts'

const log = { info() {}, warn() {}, error() {} }
const pidsOf = () => Object.values(cluster.workers ?? {}).flatMap((worker) => worker?.process.pid ?? [])

test('one that dies while the last is still opening is replaced', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'workers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = path.join(folder, 'worker.mjs')
  // The second dies as soon as it has opened, the third takes its time.
  await writeFile(
    program,
    `import cluster from 'node:cluster'
    const open = () => process.send({ opened: '' })
    if (cluster.worker.id === 3) setTimeout(open, 1_500)
    else open()
    if (cluster.worker.id === 2) setTimeout(() => process.exit(1), 200)
    process.once('SIGTERM', () => process.exit(0))`,
  )
  cluster.setupPrimary({ exec: program, execArgv: [] })
  const workers = openWorkers({ environment: {}, log })
  onTestFinished(() => workers.stop())
  await workers.start(3)
  await expect.poll(() => pidsOf().length, { timeout: 10_000 }).toBe(3)
})
