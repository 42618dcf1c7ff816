import { OperatorError } from '#shared/operator-error.ts'

/** According to the storage, `FILES_URL` or the keys are wrong, so a retry can't succeed. */
export class StorageRejectedError extends OperatorError {}

type S3Response = { name: string; status: number | undefined; message: string }

/** Parses what the SDK throws: a response with a status, or a connection failure without one. */
function parseS3Error(error: unknown): S3Response {
  if (!(error instanceof Error)) return { name: 'unknown', status: undefined, message: String(error) }
  const metadata: unknown = '$metadata' in error ? error.$metadata : undefined
  const status = (metadata as { httpStatusCode?: number } | undefined)?.httpStatusCode
  return { name: error.name, status, message: error.message }
}

/** Whether the key doesn't exist. A missing bucket has the same status, but it is a configuration error. */
export function isMissing(error: unknown): boolean {
  const { name, status } = parseS3Error(error)
  return status === 404 && name !== 'NoSuchBucket'
}

/** Whether a retry may succeed, because there was no response or the failure is temporary. */
export function isTransient(error: unknown): boolean {
  const { name, status } = parseS3Error(error)
  if (status !== undefined) return status >= 500 || status === 429
  return name === 'TimeoutError' || (error instanceof Error && 'code' in error && typeof error.code === 'string')
}

/** Converts the error into a message for the operator, who has to fix the cause or wait. */
export function toOperatorError(error: unknown, { bucket, host }: { bucket: string; host: string }): Error {
  const { name, status, message } = parseS3Error(error)
  if (name === 'CredentialsProviderError')
    return new StorageRejectedError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing. FILES_URL needs them for object storage',
    )
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // If the DNS server is unavailable, the code is EAI_AGAIN. ENOTFOUND means that the host doesn't exist.
  if (code === 'ENOTFOUND')
    return new StorageRejectedError(`there is no host ${host}. Correct the endpoint in FILES_URL`)
  if (status === undefined)
    return new OperatorError(
      `the storage at ${host} is not responding (${code || message || name}). Check that it is running, or correct the endpoint in FILES_URL`,
    )
  const sentence = SENTENCES[name]
  if (sentence) return new StorageRejectedError(sentence({ bucket, host }))
  if (status >= 300 && status < 400) return new StorageRejectedError(wrongRegion({ bucket, host }))
  if (status === 401 || status === 403) return new StorageRejectedError(notAllowed({ bucket, host }))
  return new OperatorError(`the storage at ${host} returned status ${status} (${name}). Try again`)
}

type BucketLocation = { bucket: string; host: string }

const notAllowed = ({ bucket }: BucketLocation) =>
  `the keys can't use the bucket '${bucket}'. They need s3:ListBucket on it, and s3:GetObject, s3:PutObject, and s3:DeleteObject on its objects`
const wrongRegion = ({ bucket }: BucketLocation) =>
  `the bucket '${bucket}' is in another region. Correct region= in FILES_URL`

const SENTENCES: Readonly<Record<string, (place: BucketLocation) => string>> = {
  NoSuchBucket: ({ bucket, host }) => `${host} has no bucket '${bucket}'. Create the bucket, or correct FILES_URL`,
  InvalidAccessKeyId: ({ host }) => `${host} does not recognize the key in AWS_ACCESS_KEY_ID. Copy both keys again`,
  SignatureDoesNotMatch: () => 'AWS_SECRET_ACCESS_KEY does not match AWS_ACCESS_KEY_ID. Copy both again',
  RequestTimeTooSkewed: () => "this machine's clock is wrong: turn on time synchronization (NTP)",
  AccessDenied: notAllowed,
  PermanentRedirect: wrongRegion,
  AuthorizationHeaderMalformed: wrongRegion,
}
