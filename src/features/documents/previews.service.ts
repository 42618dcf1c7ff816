import { buffer } from 'node:stream/consumers'
import { type ProductFile, saveProductFile, saveTogether } from '#features/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { drawFirstPage } from './first-page.service.ts'
import { listUndrawn, type Pictured, setDrawn } from './documents.queries.ts'

/** What could not be drawn: tried again by the next process, whose library may be a newer one. */
const failed = new Set<string>()

type PreviewDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/**
 * Draws the first pages of documents' PDFs that have no picture yet, and returns how many: each small, and those that everybody may read
 * large, too. What can't be drawn stays without one, and is told to the log.
 */
export async function drawPreviews(deps: PreviewDeps): Promise<number> {
  return (await drawAll(deps, 'preview')) + (await drawAll(deps, 'sample'))
}

async function drawAll(deps: PreviewDeps, what: Pictured): Promise<number> {
  let drawn = 0
  for (const pdf of await listUndrawn(deps.db, what)) {
    if (failed.has(pdf.sha256)) continue
    try {
      await draw(deps, what, pdf)
      drawn += 1
    } catch (error) {
      failed.add(pdf.sha256)
      deps.log.warn({ err: error, fileId: pdf.id }, `the first page of ${pdf.name} can't be drawn`)
    }
  }
  return drawn
}

async function draw(
  { db, files, now }: PreviewDeps,
  what: Pictured,
  { id: fileId, sha256 }: { id: string; sha256: string },
): Promise<void> {
  const found = await files.read(sha256)
  if (!found) throw new Error('it is missing')
  const picture = await drawFirstPage({ pdf: await buffer(found.content), as: what })
  const name = `${what === 'preview' ? 'first-page' : 'sample-page'}-${sha256.slice(0, 12)}.webp`
  const file: ProductFile = { name, contentType: 'image/webp', seconds: undefined }
  const stored = new Map([[file, await files.put(picture)]])
  await saveTogether({ db, now }, stored, async (saving) => {
    await setDrawn(saving.tx, what, { fileId, pictureId: await saveProductFile(saving, file, 'everybody') })
  })
}
