import type { DetailedError } from 'tus-js-client'
import { call } from '#web/client/api.ts'
import { storedToken } from '#web/client/session.ts'
import type { listUploads } from '../uploads.contract.ts'
import type { UploadPurpose } from '../uploads.rules.ts'
import { createChunkSizer } from './chunk-size.ts'
import { discardUpload, UploadRefusedError, type Progress } from './progress.ts'

const RETRY_TIMEOUT_MS = 10 * 60_000
const MAX_RETRY_DELAY_MS = 15_000

type ChunkUpload = {
  use: UploadPurpose
  signal: AbortSignal
  onProgress: (progress: Progress) => void
  id: string | undefined
}

const PATH = '/Academy/api/studio/uploads/'

/** Uploads a file in chunks, resumes after failures, and returns the upload's ID at the end. */
export async function sendChunks(file: File, { use, signal, onProgress, id }: ChunkUpload): Promise<string> {
  const { Upload } = await import('tus-js-client')
  const pace = getPace(file.size)
  let url = id === undefined ? undefined : `${PATH}${id}/`
  const size = createChunkSizer()
  let lastMoved = performance.now()
  let waitMs = 0

  const sendOnce = () =>
    new Promise<void>((resolve, reject) => {
      let chunkStartedAt = performance.now()
      const upload = new Upload(file, {
        endpoint: PATH,
        ...(url !== undefined && { uploadUrl: url }),
        chunkSize: size.bytes(),
        retryDelays: null,
        storeFingerprintForResuming: false,
        metadata: { filename: file.name, use },
        onBeforeRequest(request) {
          const token = storedToken()
          if (token !== undefined) request.setHeader('authorization', `Token ${token}`)
        },
        onUploadUrlAvailable() {
          url = upload.url === null ? undefined : new URL(upload.url, location.href).pathname
        },
        onProgress(sent) {
          onProgress({ stage: 'sending', sent, secondsLeft: pace.secondsLeft(sent), isHeldUp: false })
        },
        onChunkComplete() {
          const now = performance.now()
          size.came(now - chunkStartedAt)
          upload.options.chunkSize = size.bytes()
          chunkStartedAt = now
          lastMoved = now
          waitMs = 0
        },
        onSuccess: () => finish(resolve),
        onError: (error) => finish(() => reject(error)),
      })
      const stop = () => {
        void upload.abort()
        finish(() => reject(signal.reason as Error))
      }
      const finish = (end: () => void) => {
        signal.removeEventListener('abort', stop)
        end()
      }
      signal.addEventListener('abort', stop)
      upload.start()
    })

  for (;;) {
    signal.throwIfAborted()
    try {
      await sendOnce()
      return getUploadId(url)
    } catch (error) {
      if (signal.aborted && url !== undefined) discardUpload(getUploadId(url))
      signal.throwIfAborted()
      const { status, words } = parseResponse(error)
      if (status === 413 && words === undefined && size.wasTooLarge()) continue
      if (status === 0 || status === 408) size.brokeOff()
      if (status === 404 || status === 410) url = undefined
      else if (status === 401) await call<typeof listUploads>(`GET ${PATH}`, { signal })
      else if (!isTransient(status)) throw new UploadRefusedError(words ?? describeError(status), { mayTryAgain: true })
      if (performance.now() - lastMoved > RETRY_TIMEOUT_MS)
        throw new UploadRefusedError(words ?? OFFLINE_ERROR, { mayTryAgain: true })
      waitMs = Math.min(MAX_RETRY_DELAY_MS, waitMs * 2 || 500)
      onProgress({ stage: 'sending', sent: pace.sent(), secondsLeft: undefined, isHeldUp: true })
      await waitUntilOnline(waitMs, signal)
    }
  }
}

function getUploadId(url: string | undefined): string {
  const id = url === undefined ? undefined : /([0-9a-f-]{36})\/?$/.exec(url)?.[1]
  if (id === undefined) throw new UploadRefusedError(OFFLINE_ERROR, { mayTryAgain: true })
  return id
}

/**
 * Returns the response's status and the academy's own error message, if there is one. The text of a proxy's error page
 * is ignored.
 */
function parseResponse(error: unknown): { status: number; words: string | undefined } {
  const reply = (error as Partial<DetailedError>).originalResponse
  if (!reply) return { status: 0, words: undefined }
  try {
    const { message } = JSON.parse(reply.getBody()) as { message?: unknown }
    return { status: reply.getStatus(), words: typeof message === 'string' ? message : undefined }
  } catch {
    return { status: reply.getStatus(), words: undefined }
  }
}

/**
 * Whether to try again after this error. This is the case without a response, with another writer, with another offset,
 * after too many requests, with an unavailable server, or if the session must be renewed.
 */
function isTransient(status: number): boolean {
  return [0, 404, 408, 409, 410, 423, 429, 401].includes(status) || status >= 500
}

const OFFLINE_ERROR =
  'No connection for 10 minutes. Your upload is kept for 3 days. Try again, or choose the same file later.'

function describeError(status: number): string {
  if (status === 413)
    return 'A server in front of the academy is rejecting uploads. Ask your server administrator to allow requests of up to 32 MB.'
  return `The file couldn’t be uploaded (the server responded with ${status}). Try again in a moment.`
}

function waitUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}

const PACE_WINDOW_MS = 20_000

function getPace(bytes: number) {
  const marks: { at: number; sent: number }[] = []
  return {
    sent: () => marks.at(-1)?.sent ?? 0,
    secondsLeft(sent: number): number | undefined {
      const at = performance.now()
      const last = marks.at(-1)
      if (last && sent < last.sent) marks.length = 0
      marks.push({ at, sent })
      while (marks[0] && marks.length > 2 && at - marks[0].at > PACE_WINDOW_MS) marks.shift()
      const first = marks[0]
      if (!first || at - first.at < 2_000 || sent === first.sent) return undefined
      return ((bytes - sent) * (at - first.at)) / (sent - first.sent) / 1_000
    },
  }
}
