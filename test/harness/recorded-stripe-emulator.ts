import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { parseForm } from '../../stripe-emulator/form.ts'
import { startStripeEmulator, type StripeEmulator } from '../../stripe-emulator/server.ts'
import { complaints, type Exchange } from '../oracles/stripe-schema.ts'

export type RecordedStripeEmulator = StripeEmulator & {
  exchanges: Exchange[]
  restart(): Promise<RecordedStripeEmulator>
}

/**
 * An emulator in its own folder that checks every request to the provider's API, and every response, against the
 * provider's published description; `close` throws if anything did not match.
 */
export async function startRecordedStripeEmulator(
  options: {
    folder?: string
    port?: number
    now?: () => Date
    disputeAfterMs?: number
    breakReply?: (path: string, reply: object) => object
  } = {},
): Promise<RecordedStripeEmulator> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'stand-in-'))
  const exchanges: Exchange[] = []
  const emulator = await startStripeEmulator({
    folder,
    port: options.port ?? 0,
    ...(options.now && { now: options.now }),
    ...(options.disputeAfterMs !== undefined && { disputeAfterMs: options.disputeAfterMs }),
    prepare: (app) => record(app, exchanges, options.breakReply),
  })
  return {
    ...emulator,
    exchanges,
    async restart() {
      await emulator.close()
      return startRecordedStripeEmulator({ ...options, folder, port: Number(new URL(emulator.url).port) })
    },
    async close() {
      await emulator.close()
      rmSync(folder, { recursive: true, force: true })
      const found = exchanges.flatMap(complaints)
      if (found.length > 0) throw new Error(`Against the provider's description:\n${found.join('\n')}`)
    },
  }
}

function record(
  app: FastifyInstance,
  exchanges: Exchange[],
  breakReply?: (path: string, reply: object) => object,
): void {
  app.addHook('preSerialization', async (request, _reply, reply) => {
    const [path = ''] = request.url.split('?')
    return breakReply && typeof reply === 'object' && reply !== null ? breakReply(path, reply) : reply
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const [path = '', search = ''] = request.url.split('?')
    // Only the provider's own URLs are described.
    if (request.method === 'OPTIONS' || !path.startsWith('/v1/')) return payload
    // Unavailable or forbidden as the test requested: the request was not even read.
    if (reply.statusCode === 503 || (reply.statusCode === 403 && request.body === undefined)) return payload
    // Two things are only for the provider's browser script, and so are not in the description for shops: the
    // publishable key among the fields, and a card number in `payment_method_data`.
    const { key, ...fields } = (request.body ?? {}) as Record<string, unknown>
    const { payment_method_data: _card, ...withoutCard } = fields
    const form = key === undefined ? fields : withoutCard
    const { key: _queryKey, ...query } = parseForm(search)
    exchanges.push({
      method: request.method,
      path,
      query,
      form,
      status: reply.statusCode,
      reply: JSON.parse(String(payload)) as unknown,
    })
    return payload
  })
}
