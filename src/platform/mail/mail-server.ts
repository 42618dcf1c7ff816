import type { Socket } from 'node:net'
import { openSocket } from '../public-address.ts'

/** `tls`: encrypted from the start. `starttls`: encrypted before the login. `none`: only for a server on this machine. */
export type MailSecurity = 'tls' | 'starttls' | 'none'

/** A mail server that an owner set up on screen. */
export type StoredMailServer = {
  host: string
  port: number
  security: MailSecurity
  /** Empty for a server that needs no login. */
  user: string
  password: string
  /** Whether its addresses must be public, so that no one can reach this network through the setting. */
  isPublicOnly: boolean
}

/** A mail server: from `SMTP_URL`, which is trusted, or set up on screen. */
export type MailServer = { url: string } | StoredMailServer

const CONNECT_MS = 10_000

/** The server for messages and commands: `mail.example.com`, without the user and password. */
export function getServerName(server: MailServer): string {
  return 'url' in server ? new URL(server.url).host : `${server.host}:${server.port}`
}

type Opened = (socket: Socket) => void

/** The options of the mail library. `onSocket` gets each connection of a server that was set up on screen. */
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
    // The library would resolve the name again, possibly to another address than the one that was checked.
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
