import type { StoredFile } from '#platform/files/files.ts'
import { runInWorker } from '#platform/worker-thread.ts'
import type * as checksums from './checksums.worker.ts'
import { type ExaminedFile, examineFile, type InvalidFile } from './file-inspection.service.ts'
import type { FileUse } from './file-kinds.rules.ts'

export type PreparedFile = Omit<ExaminedFile, 'rewrite'> & {
  /** The file's path: where it was uploaded, or the rewritten copy. */
  place: string
  stored: StoredFile
  givenSha256: string
}

type FileInput = {
  source: string
  name: string
  use: FileUse
  /** Where to write a modified copy. */
  target: string
}

/** Examines a file in the sandbox, and computes its digest in a worker thread, which also rewrites some files. */
export async function prepareFile(
  { source, name, use, target }: FileInput,
  member: string,
): Promise<PreparedFile | InvalidFile> {
  const examined = await examineFile({ source, name, use }, member)
  if ('wrong' in examined) return examined
  const { rewrite, ...facts } = examined
  const { given, rewritten } = await digestWhole({ source, target, rewrite })
  return { ...facts, place: rewritten ? target : source, stored: rewritten ?? given, givenSha256: given.sha256 }
}

const MODULE = new URL('checksums.worker.ts', import.meta.url)
type Run<Name extends 'digestWhole' | 'digestChunks' | 'digestOn'> = (typeof checksums)[Name]

const digestWhole = runInWorker<Run<'digestWhole'>>(MODULE, 'digestWhole', 'checksums')

/** Computes the digest of each block of `bytes` bytes between two offsets. The last block may be shorter. */
export const digestChunks = runInWorker<Run<'digestChunks'>>(MODULE, 'digestChunks', 'checksums')

/**
 * Continues the digest of a growing file up to the offset `to`, so that little remains to be done at the end. `from` is
 * where the newest part starts.
 */
export const continueDigest = runInWorker<Run<'digestOn'>>(MODULE, 'digestOn', 'checksums')
