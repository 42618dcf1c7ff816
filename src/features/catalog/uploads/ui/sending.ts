import { ApiError, call } from '#web/client/api.ts'
import type { compareUpload, finishUpload, listUploads, UploadedFile } from '../uploads.contract.ts'
import { COMPARED_BYTES, plainName, problemBefore, type Use } from '../uploads.rules.ts'
import { sendPieces } from './chunks.ts'
import { NotTaken, type Progress } from './progress.ts'

type Sending = { use: Use; signal: AbortSignal; tell: (progress: Progress) => void }

const AT_ONCE = 3
let atWork = 0
const line: (() => void)[] = []

/** Sends a file and answers with what the academy made of it. A few at once; the others wait in line. */
export async function sendFile(file: File, sending: Sending): Promise<UploadedFile> {
  const { use, signal, tell } = sending
  await refuseBefore(file, use, tell)
  tell({ stage: 'waiting' })
  await turn(signal)
  try {
    const begun = await findBegun(file, sending)
    const id = begun?.isWhole ? begun.id : await sendPieces(file, { ...sending, id: begun?.id })
    tell({ stage: 'checking' })
    return await finished(file, { id, signal })
  } finally {
    atWork -= 1
    line.shift()?.()
  }
}

async function turn(signal: AbortSignal): Promise<void> {
  while (atWork >= AT_ONCE) await new Promise<void>((resolve) => line.push(resolve))
  atWork += 1
  if (!signal.aborted) return
  atWork -= 1
  line.shift()?.()
  signal.throwIfAborted()
}

/** What can be told before anything has travelled. */
async function refuseBefore(file: File, use: Use, tell: Sending['tell']): Promise<void> {
  const name = plainName(file.name)
  const plain = problemBefore(use, { name, bytes: file.size })
  if (plain !== undefined) throw new NotTaken(`${name} ${plain}.`)
  if (use !== 'captions' && use !== 'video' && use !== 'audio') return
  tell({ stage: 'looking' })
  const { lookIntoCaptions, lookIntoRecording } = await import('#features/foundation/files/ui/look-into.ts')
  if (use === 'captions') {
    const mistakes = lookIntoCaptions((await file.text()).replaceAll(/\r\n?/g, '\n'))
    if (mistakes.length > 0) throw new NotTaken(`${name} has mistakes.`, { mistakes })
    return
  }
  const problem = await lookIntoRecording(file, use)
  if (problem) throw new NotTaken(`${name} ${problem.wrong}.`)
}

/** An upload of before that this very file can go on with: all that has come of it is compared. */
async function findBegun(
  file: File,
  { use, signal, tell }: Sending,
): Promise<{ id: string; isWhole: boolean } | undefined> {
  const { uploads } = await call<typeof listUploads>('GET /Academy/api/studio/uploads/', { signal })
  const name = plainName(file.name)
  for (const { id, received, ...begun } of uploads) {
    const isLike = begun.use === use && begun.name === name && begun.bytes === file.size
    if (!isLike || received === 0 || !(await isSame(file, { id, received, signal, tell }))) continue
    return { id, isWhole: received === file.size }
  }
  return undefined
}

type Compared = { id: string; received: number; signal: AbortSignal; tell: Sending['tell'] }

async function isSame(file: File, { id, received, signal, tell }: Compared): Promise<boolean> {
  // Only where the connection is encrypted, or within one machine, browsers can take digests.
  if (!globalThis.crypto?.subtle) return false
  for (let from = 0; from < received;) {
    tell({ stage: 'comparing', share: from / received })
    const { pieces } = await call<typeof compareUpload>('GET /Academy/api/studio/uploads/:id/pieces/:from/', {
      params: { id, from: String(from) },
      signal,
      limitMs: 30_000,
    })
    if (pieces.length === 0) return false
    for (const { sha256, bytes } of pieces) {
      if (bytes > COMPARED_BYTES || sha256 !== (await digestOf(file.slice(from, from + bytes)))) return false
      signal.throwIfAborted()
      from += bytes
    }
  }
  return true
}

async function digestOf(part: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await part.arrayBuffer()))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const ASK_AGAIN_MS = 1_000
const MOST_FAILURES = 30

async function finished(file: File, { id, signal }: { id: string; signal: AbortSignal }): Promise<UploadedFile> {
  for (let failures = 0; ;) {
    const reply = await call<typeof finishUpload>('POST /Academy/api/studio/uploads/:id/finish/', {
      params: { id },
      body: {},
      signal,
      limitMs: 15_000,
    }).catch((error: unknown) => {
      failures += 1
      if (signal.aborted || failures > MOST_FAILURES || isRefusal(error)) throw error
      return undefined
    })
    if (reply?.state === 'stored' && reply.file) return reply.file
    if (reply?.state === 'refused')
      throw new NotTaken(`${plainName(file.name)} ${reply.wrong ?? 'can’t be used'}.`, { mistakes: reply.mistakes })
    await new Promise((resolve) => setTimeout(resolve, reply ? 0 : ASK_AGAIN_MS))
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500
}
