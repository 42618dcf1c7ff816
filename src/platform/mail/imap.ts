import { isIP } from 'node:net'
import type imapflow from 'imapflow'
import type { ImapFlow, MailboxObject } from 'imapflow'
import { library, lazy } from '../lazy.ts'
import { resolveAllowedAddress } from '../public-address.ts'
import { classifyConnectionError, type ConnectionFailure } from './connection-failure.ts'
import type { MailSecurity } from './mail-server.ts'

/** A mailbox on an IMAP server. */
export type ImapMailbox = {
  host: string
  port: number
  security: MailSecurity
  user: string
  password: string
  folder: string
  /** Whether the server's addresses must be public, so that no one can reach this network through the setting. */
  isPublicOnly: boolean
}

export type ImapFailure = ConnectionFailure | 'login' | 'folder' | 'other'

/** `failure` says what is wrong in a form that can be stored. The cause is the library's error. */
export class ImapError extends Error {
  override readonly name = 'ImapError'
  readonly failure: ImapFailure

  constructor(failure: ImapFailure, cause: unknown) {
    super(`The mailbox can't be read: ${failure}`, { cause })
    this.failure = failure
  }
}

export const IMAPS_PORT = 993
export const IMAP_PORT = 143
const STEP_MS = 10_000
const MEGABYTE = 1024 * 1024
/** More than all messages that are read in one connection. */
const MAX_RECEIVED_BYTES = 16 * MEGABYTE
const COUNT_MS = 100

const client = lazy<typeof imapflow>(() => library('imapflow'))

/** Parses `imaps://user:password@host:port/folder`. Without the folder, it is the inbox. */
export function parseImapUrl(text: string): ImapMailbox {
  const example = 'an address such as imaps://user:password@imap.example.com/INBOX'
  if (!URL.canParse(text)) throw new Error(example)
  const { protocol, hostname, port, username, password, pathname } = new URL(text)
  if (!/^imaps?:$/.test(protocol) || hostname === '' || username === '' || password === '') throw new Error(example)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  try {
    return {
      host: hostname,
      port: port === '' ? (protocol === 'imaps:' ? IMAPS_PORT : IMAP_PORT) : Number(port),
      security: protocol === 'imaps:' ? 'tls' : isLocal ? 'none' : 'starttls',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
      isPublicOnly: false,
    }
  } catch {
    throw new Error(example)
  }
}

/**
 * Opens the folder, and closes the connection after `work`, at the latest after this time. Throws `ImapError` if the
 * folder can't be opened or the connection breaks.
 */
export async function openMailbox<Result>(
  { host, port, security, user, password, folder, isPublicOnly }: ImapMailbox,
  limitMs: number,
  work: (connection: ImapFlow, opened: MailboxObject) => Promise<Result>,
): Promise<Result> {
  let stage: 'connect' | 'folder' | 'work' = 'connect'
  let connection: ImapFlow | undefined
  let limit: NodeJS.Timeout | undefined
  let counting: NodeJS.Timeout | undefined
  let isLate = false
  let isTooMuch = false
  try {
    const bare = host.replace(/^\[(.*)\]$/, '$1')
    connection = new (client().ImapFlow)({
      // The library would resolve the host name again, possibly to an address other than the one that was checked.
      host: await resolveAllowedAddress(bare, isPublicOnly),
      ...(isIP(bare) === 0 && { servername: bare }),
      port,
      secure: security === 'tls',
      ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
      auth: { user, pass: password },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      // A hostile server can't use up this process's memory or time.
      maxLineLength: MEGABYTE,
      maxLiteralSize: MEGABYTE,
      maxResponseSize: 2 * MEGABYTE,
      maxResponseTokens: 10_000,
    })
    const opened = connection
    // Errors also reject the call that is under way. Without a listener, they would end the process.
    opened.on('error', () => {})
    limit = setTimeout(() => {
      isLate = true
      opened.close()
    }, limitMs)
    // A server that never stops sending would keep this process busy.
    counting = setInterval(() => {
      isTooMuch ||= opened.stats().received > MAX_RECEIVED_BYTES
      if (isTooMuch) opened.close()
    }, COUNT_MS)
    await opened.connect()
    stage = 'folder'
    const mailbox = await opened.mailboxOpen(folder)
    stage = 'work'
    return await work(opened, mailbox)
  } catch (error) {
    // The error of `work` itself, such as a database that is down.
    if (stage === 'work' && connection?.usable) throw error
    throw new ImapError(isTooMuch ? 'other' : isLate ? 'no answer' : classify(error, stage), error)
  } finally {
    clearTimeout(limit)
    clearInterval(counting)
    connection?.close()
  }
}

type ImapLibraryError = Error & { code?: string; authenticationFailed?: boolean; responseStatus?: string }

function classify(error: unknown, stage: 'connect' | 'folder' | 'work'): ImapFailure {
  if (!(error instanceof Error)) return 'other'
  const { code = '', authenticationFailed, responseStatus } = error as ImapLibraryError
  if (authenticationFailed) return 'login'
  if (stage === 'folder' && responseStatus === 'NO') return 'folder'
  return classifyConnectionError(error, [code]) ?? 'other'
}
