import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { drawInWorker } from './draw-in-worker.ts'

test('after a drawing that ended its thread, the next queued one is drawn without a new request', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-drawing-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'draw.mjs')
  await writeFile(
    file,
    `export async function draw({ dies }) {
      if (dies) { const kept = []; for (;;) kept.push(Array.from({ length: 100_000 }, () => ({}))) }
      return Buffer.from('drawn')
    }`,
  )
  const draw = drawInWorker<(what: { dies: boolean }) => Promise<Buffer>>(pathToFileURL(file), 'draw')
  const [dead, next] = await Promise.allSettled([draw({ dies: true }), draw({ dies: false })])
  expect([dead.status, next.status]).toEqual(['rejected', 'fulfilled'])
}, 60_000)
