import type { S3Client } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'

export type StorageKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

type Signing = {
  /** When the URL becomes valid. */
  from: Date
  seconds: number
}

// The content is unknown when the URL is signed. This value takes its place in the signature.
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }

/**
 * Creates URLs with which anyone can read one file in the object storage for a limited time. The signature (AWS
 * Signature Version 4) is in the query string.
 */
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

/**
 * Encodes text as RFC 3986 defines, because the signature requires it. URLSearchParams would write a space as a plus
 * sign.
 */
function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
