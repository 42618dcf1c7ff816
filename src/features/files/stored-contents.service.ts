import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { ACADEMY, sandboxed } from '#platform/sandbox.ts'
import { type Contents, readContents } from './contents.service.ts'
import { readerOf } from './examining.service.ts'

type Stored = { sha256: string; contentType: string }

/** What a stored file says, as the present readers read it; undefined where its content is not in the store. */
export async function contentsOfStored(
  files: Deps['files'],
  { sha256, contentType }: Stored,
): Promise<Contents | undefined> {
  const place = files.delivery.from === 'disk' ? files.delivery.path(sha256) : undefined
  if (place !== undefined)
    return (await files.size(sha256)) === undefined ? undefined : readInSandbox({ source: place, contentType }, ACADEMY)
  const found = await files.read(sha256)
  if (!found) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-reading-'))
  try {
    const source = path.join(folder, sha256)
    await writeFile(source, found.content)
    return await readInSandbox({ source, contentType }, ACADEMY)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const readInSandbox = sandboxed<typeof readFromPlace>(new URL(import.meta.url), 'readFromPlace', {
  resultBytes: 8 * 1024 * 1024,
})

/** Runs in the child process. */
export async function readFromPlace({
  source,
  contentType,
}: {
  source: string
  contentType: string
}): Promise<Contents> {
  const handle = await open(source, 'r')
  try {
    const { size } = await handle.stat()
    return await readContents({ source, size, contentType, readAt: readerOf(handle, size) })
  } finally {
    await handle.close()
  }
}
