import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { type EmulatorAddress, saveAddress, readAddress } from './address.ts'
import { StripeApiError, invalidRequest } from './errors.ts'
import { parseForm } from './form.ts'
import { newId } from './ids.ts'
import { controlRoutes } from './control.ts'
import { providerRoutes } from './routes.ts'
import { type Event, openState } from './state.ts'
import { openWebhooks } from './webhooks.ts'

export type StripeEmulator = EmulatorAddress & { close(): Promise<void> }

export type StripeEmulatorOptions = {
  /** The journal's folder. Only one emulator at a time may use it. */
  folder: string
  /**
   * By default, the same port as at the last start, so that open pages keep working, or another port if that one is
   * taken.
   */
  port?: number
  /** A loopback address, because the emulator is only for this machine. */
  host?: string
  now?: () => Date
  /** How long after the payment a card that ends with 0259 is disputed. */
  disputeAfterMs?: number
  /** Lets tests observe or break every request and response. */
  prepare?: (app: FastifyInstance) => void
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/**
 * Starts the emulated card provider: a server for the part of Stripe's HTTP API that we use, so that the official SDK
 * and our code run without an account or network. It moves no money and stores no card.
 */
export async function startStripeEmulator(options: StripeEmulatorOptions): Promise<StripeEmulator> {
  const { folder, port, host = '127.0.0.1', now = () => new Date(), disputeAfterMs = 3_000, prepare } = options
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The stand-in card provider takes no real payments, so it does not start in production.')
  }
  if (!LOOPBACK.includes(host)) throw new Error(`The stand-in card provider listens on loopback only, not on ${host}.`)
  let send: (events: Event[]) => void = () => {}
  const state = openState(folder, now, (events) => send(events))
  const webhooks = openWebhooks(state.keys.webhookSecret, now)
  send = webhooks.enqueue
  const app = newServer(now)
  prepare?.(app)
  controlRoutes(app, { state, webhooks })
  providerRoutes(app, state, { disputeAfterMs })
  try {
    await listen(app, { host, ports: port === undefined ? [lastPort(folder), 0] : [port] })
  } catch (error) {
    state.close()
    throw error
  }
  const { port: taken } = app.server.address() as AddressInfo
  const address = { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, ...state.keys }
  saveAddress(folder, address)
  return {
    ...address,
    async close() {
      await webhooks.close()
      await app.close()
      state.close()
    },
  }
}

function lastPort(folder: string): number {
  return Number(URL.parse(readAddress(folder)?.url ?? '')?.port ?? 0)
}

async function listen(app: FastifyInstance, { host, ports }: { host: string; ports: number[] }): Promise<void> {
  const [port = 0, ...others] = ports
  try {
    await app.listen({ host, port })
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || others.length === 0) throw error
    await listen(app, { host, ports: others })
  }
}

function noSchemas(): never {
  throw new Error('a route of the stand-in has a schema')
}

function newServer(now: () => Date): FastifyInstance {
  // No log, because URLs and bodies contain client secrets and card numbers.
  const app = Fastify({
    logger: false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // No route has a schema, so Fastify's schema compilers don't have to be loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(String(body)))
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      date: now().toUTCString(),
      'request-id': newId('req'),
      'cache-control': 'no-cache, no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Request-Id',
    })
    const version = request.headers['stripe-version']
    if (version !== undefined) reply.header('stripe-version', version)
    // Protects against host names elsewhere that resolve to loopback (DNS rebinding).
    const { hostname } = URL.parse(`http://${request.headers.host ?? ''}`) ?? { hostname: '' }
    if (!LOOPBACK.includes(hostname.replace(/^\[|\]$/g, ''))) throw invalidRequest('Unknown host.', {}, 403)
    // Also protects against proxies on this machine.
    if (FORWARDED.some((name) => request.headers[name] !== undefined))
      throw invalidRequest('The stand-in answers this machine alone, and no proxy.', {}, 403)
  })
  app.options('/*', (_request, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
        'access-control-max-age': 300,
      })
      .code(204)
      .send(),
  )
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: {
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0] ?? ''}).`,
      },
    }),
  )
  app.setErrorHandler((error: unknown, _request, reply) => {
    if (error instanceof StripeApiError) return reply.code(error.status).send({ error: error.body })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    const message = error instanceof Error ? error.message : 'Unknown error'
    return reply.code(status).send({ error: { type: status < 500 ? 'invalid_request_error' : 'api_error', message } })
  })
  return app
}
