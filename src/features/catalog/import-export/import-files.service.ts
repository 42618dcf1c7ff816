import { readContent, type SourceFile } from '#features/foundation/product-folders/product-folders.public.ts'
import type { Deps } from '#platform/deps.ts'
import { forEachConcurrent } from '#platform/files/for-each-concurrent.ts'
import { computeDigest, type StoredFile } from '#platform/files/files.ts'
import type { AcademyPlan } from './academy-folders.service.ts'

export type Contents = Map<SourceFile, StoredFile>

export async function listDigests({ files }: AcademyPlan): Promise<Contents> {
  const contents: Contents = new Map()
  await forEachConcurrent(files, async (file) => {
    contents.set(file, await computeDigest(readContent(file)))
  })
  return contents
}

/** Lists the files to write. Each content is written only once, and only if the store doesn't have it yet. */
export async function listNeededFiles(store: Deps['files'], contents: Contents): Promise<Contents> {
  const byDigest = new Map([...contents].map(([file, stored]) => [stored.sha256, { file, stored }]))
  const wanted: Contents = new Map()
  await forEachConcurrent([...byDigest.values()], async ({ file, stored }) => {
    if ((await store.size(stored.sha256)) !== stored.bytes) wanted.set(file, stored)
  })
  return wanted
}

export const NO_SPACE_HINT =
  'Nothing was stored. Free up space, or store the files elsewhere (FILES_URL and move-files).'

export function getTotalBytes(wanted: Contents): number {
  return [...wanted.values()].reduce((sum, stored) => sum + stored.bytes, 0)
}

export async function storeFiles(store: Deps['files'], wanted: Contents): Promise<void> {
  await forEachConcurrent([...wanted], ([file, stored]) => store.keep(stored, () => Promise.resolve(readContent(file))))
}
