import type { StoredFile } from '#platform/files/files.ts'
import { runInWorker } from '#platform/worker-thread.ts'
import type * as checksums from './checksums.worker.ts'
import { type ExaminedFile, examineFile, type InvalidFile } from './file-inspection.service.ts'
import type { FileUse } from './file-kinds.rules.ts'

/** A file that was given on a page, as it can be stored. */
export type PreparedFile = Omit<ExaminedFile, 'behind'> & {
  /** Where it lies: where it was given, or rearranged at the other place. */
  place: string
  stored: StoredFile
  /** Its digest as it was given. */
  givenSha256: string
}

type FileInput = {
  source: string
  /** As it is called where it comes from. */
  name: string
  use: FileUse
  /** Where it is written anew if need be. */
  target: string
}

/** Examines a file in the sandbox and takes its digest in a worker thread; an MP4 is rearranged so that a browser begins to play at once. */
export async function prepareFile(
  { source, name, use, target }: FileInput,
  member: string,
): Promise<PreparedFile | InvalidFile> {
  const examined = await examineFile({ source, name, use }, member)
  if ('wrong' in examined) return examined
  const { behind, ...facts } = examined
  const { given, arranged } = await digestWhole({ source, target, behind })
  return { ...facts, place: arranged ? target : source, stored: arranged ?? given, givenSha256: given.sha256 }
}

const MODULE = new URL('checksums.worker.ts', import.meta.url)
type Run<Name extends 'digestWhole' | 'digestChunks' | 'digestOn'> = (typeof checksums)[Name]

const digestWhole = runInWorker<Run<'digestWhole'>>(MODULE, 'digestWhole', 'checksums')

/** The digests of a file's pieces from a place on, each of so many bytes, the last one shorter. */
export const digestChunks = runInWorker<Run<'digestChunks'>>(MODULE, 'digestChunks', 'checksums')

/** Goes on with the digest of a file that has come up to a place, so that little is left to do when it is whole. `from`: where the last part of it begins. */
export const continueDigest = runInWorker<Run<'digestOn'>>(MODULE, 'digestOn', 'checksums')
