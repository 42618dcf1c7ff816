import type { S3Client } from '@aws-sdk/client-s3'
import { SignatureV4 } from '@smithy/signature-v4'

export type StorageKeys = { accessKeyId: string; secretAccessKey: string; sessionToken?: string }

type Signing = {
  /** The start of the validity period. */
  from: Date
  seconds: number
}

// The body is unknown when the URL is signed; this value takes its place in the signature.
const UNSIGNED = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }

/**
 * Creates URLs that let anyone who has them read one file in object storage for a limited time (AWS Signature Version 4
 * in the query string).
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

/** RFC 3986 encoding, which the signature requires; URLSearchParams would write a space as a plus. */
function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
