import { type CallApi, type CallForFile, MEMBER_HEADER, buildRequestLine, UNATTENDED_HEADER } from '#shared/call.ts'
import { confirmIdentity, goToTwoFactorSetup, sendWrapped } from './confirm-identity.ts'
import { recordMember } from './member-storage.ts'
import { dropToken, storedToken } from './session.ts'

export const TIME_LIMIT_MS = 5_000

/** For responses without a message: from a proxy, or if our own error page failed. */
const DEFAULT_ERROR_MESSAGE = 'Something went wrong on our side. Try again in a moment.'

/**
 * An error from the API: `body` is its JSON, `message` its message, and `statusText` the HTTP status text, which is
 * never displayed.
 */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly body: Record<string, unknown>

  constructor(status: number, statusText: string, body: Record<string, unknown>) {
    super(typeof body['message'] === 'string' ? body['message'] : DEFAULT_ERROR_MESSAGE)
    this.name = 'ApiError'
    this.status = status
    this.statusText = statusText
    this.body = body
  }
}

/** There was no response. The message is 'Network Error', 'Request aborted', or 'timeout exceeded'. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/**
 * Calls the API from the browser with the stored token. With `signal`, leaving a page aborts its requests. A token that
 * the server doesn't recognize is removed. If a sensitive request requires it, the visitor confirms their identity and
 * the request is repeated; if they cancel, the call fails with the server's error. When the session has expired, pages
 * that can ask the member to log in do so (`setSendWrapper`).
 */
export const call = ((address, input) => sendWrapped(() => send(address, input, { token: storedToken() }))) as CallApi

/** Calls the API without the token, because an expired one would interfere with login and registration. */
export const callAsVisitor = ((address, input) => send(address, input, {})) as CallApi

/**
 * Like `call`, for endpoints that return a file. Files that require login are fetched, because a link can't send the
 * token.
 */
export const callForFile = ((address, input) =>
  sendWrapped(() => send(address, input, { token: storedToken(), isForFile: true }))) as CallForFile

async function send(
  address: string,
  input: Parameters<typeof buildRequestLine>[1],
  how: { token?: string | undefined; isForFile?: boolean; isConfirmed?: boolean },
): Promise<unknown> {
  const { token, isForFile = false, isConfirmed = false } = how
  const { method, url, body } = buildRequestLine(address, input)
  const headers: Record<string, string> = { accept: isForFile ? '*/*' : 'application/json' }
  if (token !== undefined) headers['authorization'] = `Token ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (input?.isUnattended) headers[UNATTENDED_HEADER] = '1'

  const request = {
    method,
    headers,
    keepalive: input?.keepalive ?? false,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const { response, answer } = await fetchWhole(url, request, {
    abort: input?.signal,
    isForFile,
    limitMs: input?.limitMs,
  })
  const member = response.headers.get(MEMBER_HEADER)
  if (token !== undefined && member !== null) recordMember(member, token)
  if (response.status === 401 && token !== undefined && token === storedToken()) dropToken()
  if (response.ok) return answer
  const refused = toApiError(response, answer)
  if (token !== undefined) {
    const { code } = refused.body
    if (code === 'factor_required') goToTwoFactorSetup()
    if (code === 'confirm_identity' && !isConfirmed && (await confirmIdentity()))
      return send(address, input, { ...how, isConfirmed: true })
  }
  throw refused
}

function toApiError({ status, statusText }: Response, answer: unknown): ApiError {
  return new ApiError(status, statusText, isRecord(answer) ? answer : {})
}

let pending = new AbortController()

/**
 * Aborts all pending requests when a page is restored from the back/forward cache, so that its buttons don't stay busy
 * forever.
 */
export function abortPendingCalls(): void {
  pending.abort()
  pending = new AbortController()
}

type ApiResponse = { response: Response; answer: unknown }

type FetchOptions = { abort: AbortSignal | undefined; isForFile: boolean; limitMs: number | undefined }

async function fetchWhole(url: string, request: RequestInit, reading: FetchOptions): Promise<ApiResponse> {
  const { abort, isForFile, limitMs = TIME_LIMIT_MS } = reading
  const limit = AbortSignal.timeout(limitMs)
  try {
    const signal = AbortSignal.any([limit, pending.signal, ...(abort ? [abort] : [])])
    const response = await fetch(url, { ...request, signal })
    // Errors are always JSON, even for endpoints that return a file.
    const answer = isForFile && response.ok ? await response.blob() : parseJson(await response.text())
    return { response, answer }
  } catch (error) {
    throw new NoAnswerError(describeFailure(error, abort, limit), { cause: error })
  }
}

/**
 * These messages are defined in the specification. Browsers also abort requests themselves when the user stops loading
 * the page.
 */
function describeFailure(error: unknown, abort: AbortSignal | undefined, limit: AbortSignal): string {
  if (abort?.aborted) return 'Request aborted'
  if (limit.aborted) return 'timeout exceeded'
  return error instanceof Error && error.name === 'AbortError' ? 'Request aborted' : 'Network Error'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
