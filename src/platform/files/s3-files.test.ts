import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type ObjectStorage, startObjectStorage } from '../../../test/harness/object-storage.ts'
import { openFileStore } from './open-file-store.ts'
import { parseFilesUrl } from './files-location.ts'

let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.close())

const CONTENT = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))
const SHOWN = { contentType: 'video/mp4', disposition: `inline; filename="01.mp4"; filename*=UTF-8''01.mp4` }

async function addressed(now?: () => number) {
  const { put, delivery } = storage.files(now && { now })
  const { sha256 } = await put(CONTENT)
  if (delivery.from !== 'storage') throw new Error(delivery.from)
  expect(delivery.origin).toBe(storage.origin)
  return delivery.address(sha256, SHOWN)
}

test('a presigned URL serves the file with its type and name, whole, in ranges, and to HEAD', async () => {
  const address = await addressed()
  const whole = await fetch(address)
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
    200,
    SHOWN.contentType,
    SHOWN.disposition,
  ])
  expect(Buffer.from(await whole.arrayBuffer()).equals(CONTENT)).toBe(true)

  const part = await fetch(address, { headers: { range: 'bytes=1000-1999' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/5000'])
  expect(Buffer.from(await part.arrayBuffer()).equals(CONTENT.subarray(1000, 2000))).toBe(true)

  const rest = await fetch(address, { headers: { range: 'bytes=4000-' } })
  expect(Buffer.from(await rest.arrayBuffer()).equals(CONTENT.subarray(4000))).toBe(true)
})

test('a URL stays the same for a minute and expires after four to five', async () => {
  const minute = Math.floor(Date.now() / 60_000) * 60_000
  const at = (milliseconds: number) => addressed(() => minute + milliseconds)
  expect(await at(59_999)).toBe(await at(0))
  expect(await at(60_000)).not.toBe(await at(0))
  expect((await fetch(await at(-180_000))).status).toBe(200)
  const late = await fetch(await at(-361_000))
  expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Request has expired')])
})

/** Starts a server that answers every request with `answer` and records the requests. */
async function answering(answer: (asked: number) => { status: number; body?: string }) {
  const asked: { method: string; digest: unknown; length: unknown; bytes: number }[] = []
  const server: Server = createServer((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => {
      const { 'x-amz-content-sha256': digest, 'content-length': length } = request.headers
      asked.push({ method: request.method ?? '', digest, length, bytes })
      const { status, body = '' } = answer(asked.length)
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const url = `s3://academy?endpoint=http://127.0.0.1:${address.port}`
  return { asked, files: storage.files({ url }) }
}

const errorBody = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`

test('retries a failing storage, each time with the whole content, its length, and its digest', async () => {
  const { asked, files } = await answering((count) => {
    if (count === 1) return { status: 404 } // Checks whether the object already exists.
    return count < 4 ? { status: 503, body: errorBody('SlowDown') } : { status: 200 }
  })
  const { sha256 } = await files.put(CONTENT)
  const upload = { method: 'PUT', digest: sha256, length: '5000', bytes: 5000 }
  expect(asked.slice(1)).toEqual([upload, upload, upload])
})

test.each([
  ['NoSuchBucket', 404, /has no bucket 'academy'\. Create the bucket, or correct FILES_URL/],
  ['InvalidAccessKeyId', 403, /does not recognize the key in AWS_ACCESS_KEY_ID/],
  ['SignatureDoesNotMatch', 403, /AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID/],
  ['AccessDenied', 403, /can't use the bucket 'academy'.*s3:PutObject/],
  ['RequestTimeTooSkewed', 403, /clock/],
  ['PermanentRedirect', 301, /region=/],
  ['NotImplemented', 400, /returned status 400 \(NotImplemented\)/],
])('%s is reported with what to fix', async (code, status, words) => {
  const { files } = await answering(() => ({ status, body: errorBody(code) }))
  await expect(files.check()).rejects.toThrow(words)
})

test("recognizes a storage's real errors: missing bucket, unknown keys, unreachable host", async () => {
  await expect(storage.files({ url: storage.urlOf('elsewhere') }).check()).rejects.toThrow(/no bucket 'elsewhere'/)
  const keys = { accessKeyId: 'SOMEBODY', secretAccessKey: 'else' }
  await expect(storage.files({ keys }).check()).rejects.toThrow(/does not recognize the key/)
  await expect(storage.files({ url: 's3://academy?endpoint=http://127.0.0.1:9' }).check()).rejects.toThrow(
    /the storage at 127.0.0.1:9 is not responding/,
  )
})

test('a missing bucket is not an empty place', async () => {
  const { put, read } = storage.files({ url: storage.urlOf('elsewhere') })
  await expect(put(CONTENT)).rejects.toThrow('bucket does not exist')
  await expect(read('0'.repeat(64))).rejects.toThrow('bucket does not exist')
})

test.each([
  ['s3://academy?region=eu-central-1', 'https://academy.s3.eu-central-1.amazonaws.com'],
  ['s3://academy.example.com/media', 'https://s3.us-east-1.amazonaws.com'],
  ['s3://academy?endpoint=https://storage.example.com:9000/', 'https://storage.example.com:9000'],
])('with %s browsers load from %s', async (url, origin) => {
  const { delivery } = await openFileStore(parseFilesUrl(url), storage.keys)
  expect(delivery).toMatchObject({ from: 'storage', origin })
})
