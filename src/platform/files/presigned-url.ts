import type { S3Client } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'

export type StorageKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

type Signing = {
  /** The moment from which the seconds count. */
  from: Date
  seconds: number
}

// What is sent back is not known when the address is made; this header stands for it in what is signed, and is not sent.
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }

/** Makes addresses under which whoever has them may read a file of object storage for a while, by AWS Signature Version 4 in the query. */
export function createUrlSigner({ config: { credentials, region, sha256 } }: S3Client) {
  const signer = new SignatureV4({ credentials, region, sha256, service: 's3', uriEscapePath: false })
  const left = new Set(Object.keys(UNSIGNED))
  return async (url: URL, { from, seconds }: Signing): Promise<string> => {
    const { query = {} } = await signer.presign(
      {
        method: 'GET',
        protocol: url.protocol,
        hostname: url.hostname,
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: { host: url.host, ...UNSIGNED },
      },
      { signingDate: from, expiresIn: seconds, unsignableHeaders: left, unhoistableHeaders: left },
    )
    const pairs = Object.entries(query).map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(String(value))}`)
    return `${url.origin}${url.pathname}?${pairs.join('&')}`
  }
}

/** As what is signed was written: unlike URLSearchParams, which has a plus for a space. */
function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
