import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Copies content into a temporary file while `work` runs, because passing a path to a process is faster than passing
 * bytes.
 */
export async function withTemporaryFile<Result>(
  content: AsyncIterable<Uint8Array> | Uint8Array,
  work: (source: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-'))
  try {
    const source = path.join(folder, 'content')
    await writeFile(source, content, { mode: 0o600 })
    return await work(source)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
