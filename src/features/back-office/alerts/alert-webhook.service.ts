import { unescape } from 'node:querystring'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'

const TIME_LIMIT_MS = 10_000
/** Status codes after which a retry may succeed. */
const LATER = new Set([408, 425, 429])

/** Posts JSON to a URL whose path may be a secret, so errors contain only the status. */
export async function postJson(address: string, body: object): Promise<void> {
  const { url, authorization } = splitText(address)
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
    // A redirect would drop the body or lead somewhere else.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  }).catch((error: unknown) => {
    throw new UnavailableError('ALERT_WEBHOOK', new Error(`It does not answer (${getErrorCode(error)})`))
  })
  await reply.body?.cancel()
  if (reply.ok) return
  const statusError = new Error(`It answered with status ${reply.status}`)
  if (reply.status >= 500 || LATER.has(reply.status)) throw new UnavailableError('ALERT_WEBHOOK', statusError)
  throw new PermanentFailureError('ALERT_WEBHOOK rejected an alert', { cause: statusError })
}

/** `fetch` rejects URLs with credentials, so they are sent in a header. */
function splitText(address: string): { url: URL; authorization: Record<string, string> } {
  const url = new URL(address)
  const { username, password } = url
  if (username === '' && password === '') return { url, authorization: {} }
  Object.assign(url, { username: '', password: '' })
  const named = [username, password].map((part) => unescape(part)).join(':')
  return { url, authorization: { authorization: `Basic ${Buffer.from(named).toString('base64')}` } }
}

function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
