import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { parseFilesUrl } from '#platform/files/files-location.ts'
import { createS3Files } from '#platform/files/s3-files.ts'

const BUCKET = 'academy'
/** The only keys that s3rver accepts. It does not check version 4 signatures. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An empty object storage with one bucket on loopback. */
export async function startObjectStorage() {
  const directory = await mkdtemp(path.join(tmpdir(), 'academy-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  })
  storeWhole(server, directory)
  listInPages(server)
  const { port } = await server.run()
  const origin = `http://127.0.0.1:${port}`
  const urlOf = (bucket: string) => `s3://${bucket}?endpoint=${encodeURIComponent(origin)}`
  return {
    origin,
    url: urlOf(BUCKET),
    urlOf,
    keys: KEYS,
    environment: { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey },
    files: ({ url = urlOf(BUCKET), keys = KEYS, now = Date.now } = {}) => {
      const place = parseFilesUrl(url)
      if (place.kind !== 's3') throw new Error(`not a bucket: ${url}`)
      return createS3Files(place, keys, now)
    },
    async close() {
      await server.close()
      for (const folder of [directory, `${directory}-drafts`]) await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Like real object storage, but unlike s3rver alone: stores only complete objects, and checks them against the signed
 * digest.
 */
function storeWhole({ store }: S3rver, directory: string): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content)
    const digest = metadata['x-amz-content-sha256']
    if (digest?.length === 64 && digest !== createHash('sha256').update(bytes).digest('hex'))
      throw new Error('The content is not what was signed')
    const place = store.getResourcePath(bucket, key, 'object')
    const draft = path.join(`${directory}-drafts`, randomUUID())
    const md5 = createHash('md5').update(bytes).digest('hex')
    await Promise.all([path.dirname(place), path.dirname(draft)].map((folder) => mkdir(folder, { recursive: true })))
    await writeFile(draft, bytes)
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(draft, place)
    return { size: bytes.length, md5 }
  }
}

/** Returns lists in pages of three instead of a thousand, so that tests have more than one page. */
function listInPages({ store }: S3rver): void {
  const listObjects = store.listObjects.bind(store)
  store.listObjects = (bucket, options) => listObjects(bucket, { ...options, maxKeys: Math.min(3, options.maxKeys) })
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>
