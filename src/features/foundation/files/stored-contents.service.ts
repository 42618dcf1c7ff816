import { open } from 'node:fs/promises'
import type { Deps } from '#platform/deps.ts'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY, runInSandbox } from '#platform/sandbox.ts'
import { type FileContents, readContents } from './file-contents.service.ts'
import { createReader } from './file-reader.service.ts'

const MAX_INDEX_BYTES = 80_000_000

type StoredFileRef = { sha256: string; contentType: string }

/**
 * Reads the content of a stored file with the current version of the reader. Returns undefined if the store does not
 * have the file.
 */
export async function readStoredContents(
  files: Deps['files'],
  { sha256, contentType }: StoredFileRef,
): Promise<FileContents | undefined> {
  const place = files.delivery.from === 'disk' ? files.delivery.path(sha256) : undefined
  if (place !== undefined)
    return (await files.size(sha256)) === undefined ? undefined : readInSandbox({ source: place, contentType }, ACADEMY)
  const found = await files.read(sha256)
  if (!found) return undefined
  const content = contentType.endsWith('/mp4') ? takeBeginning(found.content) : found.content
  return withTemporaryFile(content, (source) => readInSandbox({ source, contentType }, ACADEMY))
}

/**
 * Yields only the beginning of a stored file. A stored MP4 has its index in front, so its length can be read without
 * downloading gigabytes.
 */
async function* takeBeginning(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    yield chunk
    bytes += chunk.length
    if (bytes > MAX_INDEX_BYTES) return
  }
}

const readInSandbox = runInSandbox<typeof readFromPlace>(new URL(import.meta.url), readFromPlace.name, {
  resultBytes: 8 * 1024 * 1024,
})

/** Reads the content of a file at a path. This runs in the sandbox. */
export async function readFromPlace({
  source,
  contentType,
}: {
  source: string
  contentType: string
}): Promise<FileContents> {
  const handle = await open(source, 'r')
  try {
    const { size } = await handle.stat()
    return await readContents({ source, size, contentType, readAt: createReader(handle, size) })
  } finally {
    await handle.close()
  }
}
