import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'
import { filesPlace } from '#platform/files/files-place.ts'
import { s3Files } from '#platform/files/s3-files.ts'

const BUCKET = 'academy'
/** The only keys that s3rver knows. It asks for them, but compares no signature of version 4. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/** An object storage on loopback, empty, with one bucket. */
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
      const place = filesPlace(url)
      if (place.kind !== 's3') throw new Error(`not a bucket: ${url}`)
      return s3Files(place, keys, now)
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>
