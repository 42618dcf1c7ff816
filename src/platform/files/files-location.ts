import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The parsed `FILES_URL`. */
export type FilesLocation =
  | { kind: 'folder'; folder: string }
  | {
      kind: 's3'
      bucket: string
      /** The prefix of every key. It is empty or ends with a slash. */
      prefix: string
      region: string
      /** Set for storage that is not from AWS. */
      endpoint: string | undefined
    }

/** Parses `FILES_URL`. Throws an Error that describes the expected format. */
export function parseFilesUrl(address: string): FilesLocation {
  if (address.startsWith('file:')) {
    return {
      kind: 'folder',
      folder: address.startsWith('file://') ? fileURLToPath(address) : path.resolve(address.slice('file:'.length)),
    }
  }
  const url = address.startsWith('s3://') ? URL.parse(address) : null
  if (!url) throw new Error('an address that begins with file: or s3://, such as s3://bucket?region=eu-central-1')
  if (url.username || url.password)
    throw new Error('an address without keys: they belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    throw new Error(`s3:// with the name of a bucket, which '${url.hostname}' can't be`)
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region')
  if (unknown !== undefined) throw new Error(`s3://bucket?endpoint=…&region=…, which knows no '${unknown}'`)
  const folder = decodeURIComponent(url.pathname).replaceAll(/^\/+|(?<!\/)\/+$/g, '')
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${folder}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: parseEndpoint(url.searchParams.get('endpoint')),
  }
}

/** Explains why files must not be stored there in production. Returns undefined if they may be. */
export function describeUnsafeLocation(place: FilesLocation): string | undefined {
  return place.kind === 's3' && place.endpoint?.startsWith('http:')
    ? 'must begin with https:// in production; otherwise, browsers block its files'
    : undefined
}

function parseEndpoint(text: string | null): string | undefined {
  if (text === null) return undefined
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search)
    throw new Error(`an endpoint such as https://storage.example.com, not '${text}'`)
  return url.origin
}
