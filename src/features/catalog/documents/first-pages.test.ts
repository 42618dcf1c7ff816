import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDemandingPdf } from '../../../../test/harness/demanding-pdf.ts'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { renderFirstPage } from './first-pages.service.ts'

const MB = 1024 * 1024

const draw = (pdf: Buffer, as: 'preview' | 'sample') =>
  withTemporaryFile(pdf, (source) => renderFirstPage({ source, as }, ACADEMY))

test('rejects consecutive pages that demand gigabytes without allocating them, then renders another', async () => {
  const pdf = createDemandingPdf(2_000)
  const before = process.memoryUsage.rss()
  let max = before
  const watching = new AbortController()
  const watch = (async () => {
    for (; !watching.signal.aborted; await sleep(10)) max = Math.max(max, process.memoryUsage.rss())
  })()
  for (const as of ['preview', 'sample'] as const) await expect(draw(pdf, as)).rejects.toThrow(/more than 256 MB/)
  watching.abort()
  await watch
  // This allows twice the limit of 256 MB, plus what other tests in this process allocate. Without the limit, rendering
  // would use two gigabytes.
  expect((max - before) / MB).toBeLessThan(1_000)
  expect((await draw(createDemandingPdf(2), 'preview')).byteLength).toBeGreaterThan(0)
}, 60_000)
