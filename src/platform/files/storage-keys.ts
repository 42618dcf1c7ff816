import type { StorageKeys } from './presigned-url.ts'

type KeySettings = Readonly<
  Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN', string | undefined>
>

export function findStorageProblems({ AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret }: KeySettings): string[] {
  return Boolean(id) === Boolean(secret)
    ? []
    : ['AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together: set both, or neither']
}

export function toStorageKeys(settings: KeySettings): StorageKeys | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = settings
  if (!accessKeyId || !secretAccessKey) return undefined
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}
