import type { Socket } from 'node:net'
import { openSocket } from '../public-address.ts'

/**
 * With `tls`, the connection is encrypted from the start, and with `starttls`, before the login. `none` is only for a
 * server on this machine.
 */
export type MailSecurity = 'tls' | 'starttls' | 'none'

/** A mail server that an owner set up on screen. */
export type StoredMailServer = {
  host: string
  port: number
  security: MailSecurity
  /** Empty if the server needs no login. */
  user: string
  password: string
  /** Whether the server's addresses must be public, so that no one can reach this network through the setting. */
  isPublicOnly: boolean
}

/** A mail server, either from `SMTP_URL`, which is trusted, or set up on screen. */
export type MailServer = { url: string } | StoredMailServer

const CONNECT_MS = 10_000

/**
 * Returns the server's name for messages and commands, such as `mail.example.com:587`, without the user and password.
 */
export function getServerName(server: MailServer): string {
  return 'url' in server ? new URL(server.url).host : `${server.host}:${server.port}`
}

type Opened = (socket: Socket) => void

/**
 * Returns the options for the mail library. `onSocket` receives each connection to a server that was set up on screen.
 */
export function toTransportOptions(server: MailServer, onSocket: Opened = () => {}) {
  if ('url' in server) return { url: server.url }
  const { host, port, security, user, password, isPublicOnly } = server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== '' && { auth: { user, pass: password } }),
    // The library would resolve the host name again, possibly to an address other than the one that was checked.
    getSocket(_options: unknown, callback: (error: Error | null, socket?: { connection: Socket }) => void) {
      openSocket({ host, port, timeoutMs: CONNECT_MS, isPublicOnly }).then(
        (connection) => {
          onSocket(connection)
          callback(null, { connection })
        },
        (error: Error) => callback(error),
      )
    },
  }
}
