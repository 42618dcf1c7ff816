import { ApiError, call } from '#web/client/api.ts'
import type { compareUpload, finishUpload, listUploads, UploadedFile } from '../uploads.contract.ts'
import { COMPARED_CHUNK_BYTES, sanitizeFileName, validateBeforeUpload, type UploadPurpose } from '../uploads.rules.ts'
import { sendChunks } from './chunks.ts'
import { UploadRefusedError, type Progress } from './progress.ts'

type UploadOptions = {
  use: UploadPurpose
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  /** What the member should know before a long upload. */
  onWarnings: (warnings: readonly string[]) => void
}

const MAX_CONCURRENT_UPLOADS = 3
let activeUploads = 0
const uploadQueue: (() => void)[] = []

/** Uploads a file and returns the result. Only a few uploads run at once, and others wait. */
export async function sendFile(file: File, sending: UploadOptions): Promise<UploadedFile> {
  const { use, signal, onProgress, onWarnings } = sending
  onWarnings(await checkBeforeUpload(file, use, onProgress))
  onProgress({ stage: 'waiting' })
  await waitForSlot(signal)
  try {
    const begun = await findInterruptedUpload(file, sending)
    const id = begun?.isWhole ? begun.id : await sendChunks(file, { ...sending, id: begun?.id })
    onProgress({ stage: 'checking' })
    return await waitUntilFinished(file, { id, signal })
  } finally {
    activeUploads -= 1
    uploadQueue.shift()?.()
  }
}

async function waitForSlot(signal: AbortSignal): Promise<void> {
  while (activeUploads >= MAX_CONCURRENT_UPLOADS) await new Promise<void>((resolve) => uploadQueue.push(resolve))
  activeUploads += 1
  if (!signal.aborted) return
  activeUploads -= 1
  uploadQueue.shift()?.()
  signal.throwIfAborted()
}

/** Checks that can be done before uploading. Returns warnings. */
async function checkBeforeUpload(
  file: File,
  use: UploadPurpose,
  onProgress: UploadOptions['onProgress'],
): Promise<readonly string[]> {
  const name = sanitizeFileName(file.name)
  const plain = validateBeforeUpload(use, { name, bytes: file.size })
  if (plain !== undefined) throw new UploadRefusedError(`${name} ${plain}.`)
  if (use !== 'captions' && use !== 'video' && use !== 'audio') return []
  onProgress({ stage: 'looking' })
  const { checkCaptionFile, checkRecording } = await import('#features/foundation/files/ui/check-file.ts')
  const found =
    use === 'captions' ? { problem: await checkCaptionFile(file), warnings: [] } : await checkRecording(file, use)
  const problem = 'problem' in found ? found.problem : undefined
  if (problem) throw new UploadRefusedError(`${name} ${problem.wrong}.`, { mistakes: problem.mistakes ?? [] })
  return 'warnings' in found ? found.warnings : []
}

/** Finds an interrupted upload of exactly this file by comparing everything that the server has received. */
async function findInterruptedUpload(
  file: File,
  { use, signal, onProgress }: UploadOptions,
): Promise<{ id: string; isWhole: boolean } | undefined> {
  const { uploads } = await call<typeof listUploads>('GET /Academy/api/studio/uploads/', { signal })
  const name = sanitizeFileName(file.name)
  for (const { id, received, ...begun } of uploads) {
    const isLike = begun.use === use && begun.name === name && begun.bytes === file.size
    if (!isLike || received === 0 || !(await isSameFile(file, { id, received, signal, onProgress }))) continue
    return { id, isWhole: received === file.size }
  }
  return undefined
}

type ComparisonRequest = { id: string; received: number; signal: AbortSignal; onProgress: UploadOptions['onProgress'] }

async function isSameFile(file: File, { id, received, signal, onProgress }: ComparisonRequest): Promise<boolean> {
  // Browsers can compute digests only on pages from HTTPS or localhost.
  if (!globalThis.crypto?.subtle) return false
  for (let from = 0; from < received;) {
    onProgress({ stage: 'comparing', share: from / received })
    const { pieces: chunks } = await call<typeof compareUpload>('GET /Academy/api/studio/uploads/:id/pieces/:from/', {
      params: { id, from: String(from) },
      signal,
      limitMs: 30_000,
    })
    if (chunks.length === 0) return false
    for (const { sha256, bytes } of chunks) {
      if (bytes > COMPARED_CHUNK_BYTES || sha256 !== (await computeDigest(file.slice(from, from + bytes)))) return false
      signal.throwIfAborted()
      from += bytes
    }
  }
  return true
}

async function computeDigest(part: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const POLL_INTERVAL_MS = 1_000
const MAX_FAILURES = 30

async function waitUntilFinished(
  file: File,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<UploadedFile> {
  for (let failures = 0; ;) {
    const reply = await call<typeof finishUpload>('POST /Academy/api/studio/uploads/:id/finish/', {
      params: { id },
      body: {},
      signal,
      limitMs: 15_000,
    }).catch((error: unknown) => {
      failures += 1
      if (signal.aborted || failures > MAX_FAILURES || isRefusal(error)) throw error
      return undefined
    })
    if (reply?.state === 'stored' && reply.file) return reply.file
    if (reply?.state === 'refused')
      throw new UploadRefusedError(`${sanitizeFileName(file.name)} ${reply.wrong ?? 'can’t be used'}.`, {
        mistakes: reply.mistakes,
      })
    await new Promise((resolve) => setTimeout(resolve, reply ? 0 : POLL_INTERVAL_MS))
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}
