import { type ProductFile, saveProductFile, saveInTransaction } from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { renderFirstPage } from './first-pages.service.ts'
import { listFilesWithoutPreview, type PreviewSize, savePreview, savePreviewFailure } from './documents.queries.ts'

/** How long to wait before trying again after a failure, because the store may have been unavailable. */
const RETRY_MS = 3_600_000

type PreviewDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now'>

/**
 * Renders the missing first pages of documents' PDFs, and returns how many it rendered. Each PDF gets a small picture.
 * If its first page is public, it also gets a large one. A PDF that fails has no preview. The failure is logged once,
 * and the studio shows it until it is fixed.
 */
export async function renderPreviews(deps: PreviewDeps): Promise<number> {
  return (await renderAll(deps, 'preview')) + (await renderAll(deps, 'sample'))
}

async function renderAll(deps: PreviewDeps, what: PreviewSize): Promise<number> {
  let drawn = 0
  const { db, log, now } = deps
  for (const pdf of await listFilesWithoutPreview(db, what, new Date(now().getTime() - RETRY_MS))) {
    try {
      await renderPreview(deps, what, pdf)
      drawn += 1
    } catch (error) {
      await savePreviewFailure(db, pdf.id, now())
      if (pdf.undrawnAt) continue
      const { id: fileId, name, slug: document } = pdf
      log.warn(
        { err: error, fileId, document },
        `the first page of ${name}, in the document ${document}, can’t be rendered`,
      )
    }
  }
  return drawn
}

async function renderPreview(
  { db, files, now }: PreviewDeps,
  what: PreviewSize,
  { id: fileId, sha256 }: { id: string; sha256: string },
): Promise<void> {
  const found = await files.read(sha256)
  if (!found) throw new Error('it is missing')
  const picture = await withTemporaryFile(found.content, (source) => renderFirstPage({ source, as: what }, ACADEMY))
  const name = `${what === 'preview' ? 'first-page' : 'sample-page'}-${sha256.slice(0, 12)}.webp`
  const file: ProductFile = { name, contentType: 'image/webp', seconds: undefined }
  const stored = new Map([[file, await files.put(picture)]])
  await saveInTransaction({ db, now }, stored, async (saving) => {
    await savePreview(saving.tx, what, { fileId, pictureId: await saveProductFile(saving, file, 'everybody') })
  })
}
