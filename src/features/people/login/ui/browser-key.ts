import { readSaved, save } from '#web/client/member-storage.ts'

const KEY = 'registration'

/**
 * Creates a random key for this browser's registration. The emailed link logs a browser in only if it sends this key.
 */
export function makeBrowserKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  save(KEY, { key }, 'browser')
  return key
}

export function readBrowserKey(): string | undefined {
  const saved = readSaved(KEY, 'browser')
  const { key }: { key?: unknown } = saved instanceof Object ? saved : {}
  return typeof key === 'string' ? key : undefined
}
