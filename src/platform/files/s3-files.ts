import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { readChunks, type Files, toStorageKey, verifyChunks, createPut, type StoredFile } from './files.ts'
import type { FilesLocation } from './files-location.ts'
import { createUrlSigner, type StorageKeys } from './presigned-url.ts'
import { isMissing, isTransient, toOperatorError } from './s3-errors.ts'

const CONNECT_LIMIT_MS = 3_000
const SILENCE_LIMIT_MS = 20_000
const MAX_ATTEMPTS = 4
// The maximum for a single PUT request. Larger files would need multipart uploads.
const MAX_PUT_BYTES = 5 * 1024 ** 3

/**
 * The validity of a signed URL. It starts at the last full minute, so that the URL stays the same for a minute and can
 * be cached. The URL is valid for another four to five minutes. When the viewer seeks later, access is checked again.
 */
const ADDRESS_SECONDS = 300
const MINUTE_MS = 60_000

/** Stores files in an S3 bucket, or in S3-compatible storage. */
export function createS3Files(
  place: Extract<FilesLocation, { kind: 's3' }>,
  keys: StorageKeys | undefined,
  now: () => number = Date.now,
): Files {
  const { bucket: Bucket, prefix, region, endpoint } = place
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    // Without configured keys, the SDK uses the AWS defaults: its configuration files, or the machine's role.
    ...(keys && { credentials: keys }),
    // Some storage providers don't support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: MAX_ATTEMPTS,
    // The SDK logs nothing, because the caller reports the errors that are thrown.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: CONNECT_LIMIT_MS, socketTimeout: SILENCE_LIMIT_MS },
  })
  const sign = createUrlSigner(client)
  const base = baseAddress(place)
  const Key = (sha256: string) => `${prefix}${requireStorageKey(sha256)}`

  async function size(sha256: string): Promise<number | undefined> {
    if (toStorageKey(sha256) === undefined) return undefined
    const found = await undefinedIfMissing(client.send(new HeadObjectCommand({ Bucket, Key: Key(sha256) })))
    return found?.ContentLength
  }

  async function keep(file: StoredFile, open: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
    if (file.bytes > MAX_PUT_BYTES)
      throw new Error(`${file.sha256} has more than 5 GB: object storage takes no more at once`)
    // Retries here, because the SDK can't retry a stream that was already read.
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await send(file, await open())
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isTransient(error)) throw error
        await sleep(100 * 4 ** attempt)
      }
    }
  }

  async function send({ sha256, bytes }: StoredFile, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const stop = new AbortController()
    const Body = Readable.from(verifyChunks({ sha256, bytes }, chunks), { objectMode: false })
    // An error in the body's stream doesn't abort the request by itself.
    Body.on('error', () => stop.abort())
    const command = new PutObjectCommand({ Bucket, Key: Key(sha256), Body, ContentLength: bytes })
    command.middlewareStack.add(
      (next) => (given) => {
        // This header is part of the signature, so the storage rejects content that changed in transit.
        Object.assign((given.request as { headers: object }).headers, { 'x-amz-content-sha256': sha256 })
        return next(given)
      },
      { step: 'build', name: 'contentDigest' },
    )
    try {
      await client.send(command, { abortSignal: stop.signal })
    } catch (error) {
      throw Body.errored ?? error
    } finally {
      Body.destroy()
    }
  }

  return {
    put: (source) => createPut({ size, keep }, source),
    keep,
    take: (file, place) => keep(file, () => Promise.resolve(readChunks(place))),
    size,
    async read(sha256) {
      if (toStorageKey(sha256) === undefined) return undefined
      const found = await undefinedIfMissing(client.send(new GetObjectCommand({ Bucket, Key: Key(sha256) })))
      if (!(found?.Body instanceof Readable)) return undefined
      return { bytes: found.ContentLength ?? 0, content: found.Body }
    },
    async *list() {
      // Uses version 1 of this request, because every storage supports it. It continues after a key instead of a token.
      let Marker: string | undefined
      do {
        const page = await client.send(new ListObjectsCommand({ Bucket, Prefix: prefix, ...(Marker && { Marker }) }))
        for (const { Key: key = '', Size: bytes = 0 } of page.Contents ?? []) {
          const sha256 = key.slice(key.lastIndexOf('/') + 1)
          if (key === `${prefix}${toStorageKey(sha256)}`) yield { sha256, bytes }
        }
        Marker = page.IsTruncated ? page.Contents?.at(-1)?.Key : undefined
      } while (Marker !== undefined)
    },
    async remove(sha256) {
      if (toStorageKey(sha256) !== undefined) await client.send(new DeleteObjectCommand({ Bucket, Key: Key(sha256) }))
    },
    async check() {
      try {
        await client.send(new ListObjectsCommand({ Bucket, Prefix: prefix, MaxKeys: 1 }))
      } catch (error) {
        throw toOperatorError(error, { bucket: Bucket, host: new URL(base).host })
      }
    },
    free: () => Promise.resolve(undefined),
    delivery: {
      from: 'storage',
      origin: new URL(base).origin,
      async address(sha256, { contentType, disposition }) {
        const url = new URL(`${base}${Key(sha256).split('/').map(encodeURIComponent).join('/')}`)
        url.searchParams.set('response-content-type', contentType)
        url.searchParams.set('response-content-disposition', disposition)
        url.searchParams.set('response-cache-control', 'private, max-age=240')
        return sign(url, { from: new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS), seconds: ADDRESS_SECONDS })
      },
    },
  }
}

/**
 * Returns the bucket's base URL for browsers. The bucket name is part of the host only if a TLS certificate covers it.
 */
function baseAddress({ bucket, region, endpoint }: Extract<FilesLocation, { kind: 's3' }>): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}/`
  const host = `s3.${region}.amazonaws.com`
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`
}

function requireStorageKey(sha256: string): string {
  const key = toStorageKey(sha256)
  if (key === undefined) throw new Error(`Not a SHA-256: ${sha256}`)
  return key
}

async function undefinedIfMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
