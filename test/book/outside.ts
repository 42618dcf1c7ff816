import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer as createHttps, request as requestHttps } from 'node:https'
import type { AddressInfo, Server as NetServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { startStripeEmulator } from '../../stripe-emulator/server.ts'
import { startObjectStorage } from '../harness/object-storage.ts'
import { callEmulator } from '../harness/stripe-emulator-control.ts'

const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'charge.refunded',
]
const LATER_EVENTS = ['refund.updated', 'refund.failed', 'charge.dispute.created', 'charge.dispute.updated']

/**
 * The services outside the academy: a mail server, object storage, and the card provider (emulated), each over TLS by a
 * test authority and under its own host name.
 */
export async function openOutside(folder: string) {
  const { key, cert } = makeAuthority(folder)
  const closers: (() => Promise<unknown>)[] = []
  const secure = async (to: string, host?: string): Promise<number> => {
    const server = createHttps({ key, cert }, (asked, reply) => passOn(asked, reply, { to: new URL(to), host }))
    return listening(server, closers)
  }

  const emails: { to: string[]; text: string }[] = []
  const post = { isAway: false }
  const smtp = new SMTPServer({
    secure: true,
    key,
    cert,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'password' ? done(null, { user: 'user' }) : done(new Error('Wrong password')),
    onMailFrom: (_address, _session, done) =>
      done(post.isAway ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : undefined),
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        emails.push({ to: envelope.rcptTo.map(({ address }) => address), text: readable(source) })
        done()
      })
    },
  })
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  closers.push(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

  const storage = await startObjectStorage()
  closers.push(() => storage.close())
  const emulator = await startStripeEmulator({ folder: path.join(folder, 'cards') })
  closers.push(() => emulator.close())

  return {
    authority: cert,
    emails,
    post,
    emulator,
    ports: {
      mail: (smtp.server.address() as AddressInfo).port,
      storage: await secure(storage.origin),
      cards: await secure(emulator.url, new URL(emulator.url).host),
    },
    /** The URL to which events are sent, as the dashboard shows it; the test run delivers them itself. */
    async addWebhook(publicUrl: string) {
      const events = [...EVENTS, ...LATER_EVENTS, 'charge.dispute.closed']
      const named = events.map((event, at): [string, string] => [`enabled_events[${at}]`, event])
      await callEmulator(emulator, '/v1/webhook_endpoints', [['url', `${publicUrl}/webhooks/stripe`], ...named])
    },
    /** Without a port, events are lost. */
    sendEventsTo: async (port: number | undefined, { ca, host }: { ca: string; host: string }) => {
      const way = createHttp((asked, reply) => {
        const headers = { ...asked.headers, host }
        const { method, url: address } = asked
        const on = requestHttps({ host: '127.0.0.1', port, servername: host, ca, method, path: address, headers })
        on.once('response', (answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 502)))
        on.once('error', () => reply.writeHead(502).end())
        asked.pipe(on)
      })
      const webhook =
        port === undefined ? 'http://127.0.0.1:9/' : `http://127.0.0.1:${await listening(way, closers)}/webhooks/stripe`
      await callEmulator(emulator, '/stand-in/behavior', { webhook_url: webhook })
    },
    async close() {
      for (const close of closers.toReversed()) await close()
    },
  }
}

export type Outside = Awaited<ReturnType<typeof openOutside>>

async function listening(server: NetServer, closers: (() => Promise<unknown>)[]): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => void server.close())
  return (server.address() as AddressInfo).port
}

type Way = { to: URL; host: string | undefined }

function passOn(asked: IncomingMessage, reply: ServerResponse, { to, host }: Way): void {
  const headers = { ...asked.headers, ...(host !== undefined && { host }) }
  const on = request({ host: to.hostname, port: to.port, method: asked.method, path: asked.url, headers })
  on.once('response', (answer) => answer.pipe(reply.writeHead(answer.statusCode ?? 502, answer.headers)))
  on.once('error', () => reply.writeHead(502).end())
  asked.pipe(on)
}

/** A self-signed certificate for all host names of the test run. */
function makeAuthority(folder: string): { key: string; cert: string } {
  mkdirSync(folder, { recursive: true })
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string]
  const names = ['localhost', 'mail.example.com', 'storage.example.com', 'cards.example.com']
  const subject = [
    '-subj',
    '/CN=Trial of the book',
    '-addext',
    `subjectAltName=${names.map((name) => `DNS:${name}`).join()}`,
  ]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

/** Undoes the encoding of an email, in which long lines are wrapped and some characters are written as numbers. */
function readable(source: string): string {
  return source
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}
