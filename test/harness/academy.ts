import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { openJobs } from '#db/jobs.ts'
import { readConfig } from '#platform/config.ts'
import { systemRandom } from '#platform/system-random.ts'
import type { Deps } from '#platform/deps.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import type { Pages } from '#platform/http/pages.ts'
import { createCapturedMail, readCapturedMail } from '#platform/mail/captured-mail.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { getMailFolder } from '#platform/mail/mailbox.routes.ts'
import { createStripePayments } from '#platform/payments.ts'
import { openServices } from '#platform/services/services.ts'
import { buildApp } from '../../src/app.ts'
import { startStripeEmulator } from '../../stripe-emulator/server.ts'
import { builders, type Member } from './builders.ts'
import { createSharedConnections } from './connections.ts'
import { emptyTables, testDatabase } from './database.ts'

/** A JSON body whose shape the test checks itself. */
type Json = ReturnType<typeof JSON.parse>

/** The file stores that test academies have unless a test changes them: folders below their data folders. */
export const folderStores = new WeakSet<Deps['files']>()

export type Reply = { status: number; body: Json; headers: Record<string, unknown>; text: string }

/**
 * A whole academy for one test, with its own empty database, files, captured email, and emulated card provider. Removed
 * when the test ends.
 */
export async function testAcademy(
  options: {
    pages?: (deps: Deps) => Promise<Pages>
    change?: (deps: Deps) => Deps
    settings?: Record<string, string>
  } = {},
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-test-'))
  const connectionString = await testDatabase()
  const database = createSharedConnections(connectionString)
  await emptyTables(database.pool)
  let providerAheadMs = 0
  const emulator = await startStripeEmulator({
    folder: path.join(folder, 'stand-in'),
    // Not `Date.now`, which a test may replace to have a wrong clock.
    now: () => new Date(new Date().getTime() + providerAheadMs),
  })
  const jobs = openJobs(database.jobsPool, () => {})
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: 'http://academy.test',
    STRIPE_API_URL: emulator.url,
    ...options.settings,
  })
  let time: Date | undefined
  const now = () => time ?? new Date()
  const { url, secretKey, publishableKey, webhookSecret } = emulator
  const services = await openServices({
    config,
    db: database.db,
    now,
    capture: createCapturedMail(getMailFolder(folder)),
    emulator:
      config.mode === 'production'
        ? undefined
        : {
            payments: createStripePayments({ secretKey, apiUrl: url, webhookSecrets: [webhookSecret] }),
            cards: { provider: 'stand-in', publishableKey, url },
          },
    onError() {},
  })
  const standard: Deps = {
    config,
    db: database.db,
    isDatabaseUp: database.isUp,
    jobs,
    services,
    mail: withEmailLog(services.mail, { db: database.db, now, onError() {} }),
    files: createFolderFiles(path.join(folder, 'files')),
    payments: services.payments,
    get cards() {
      return services.cards
    },
    now,
    random: systemRandom,
    log: { info() {}, warn() {}, error() {} },
  }
  folderStores.add(standard.files)
  const deps = options.change?.(standard) ?? standard
  const app = await buildApp(deps, await options.pages?.(deps))
  await jobs.start({ work: false })

  onTestFinished(async () => {
    const closed = app.close()
    // A webhook that is being delivered would keep its connection, and with it the server, open for a minute.
    app.server.closeAllConnections()
    await closed
    await jobs.stop()
    services.close()
    await emulator.close()
    await database.release()
    await rm(folder, { recursive: true, force: true })
  })

  return {
    app,
    deps,
    db: database.db,
    pool: database.pool,
    emulator,
    folder,
    ...builders(deps),
    /** Makes requests as a member, or as a visitor if undefined. */
    as: (member: Member | undefined) => caller(app, member?.token),
    withToken: (token: string) => caller(app, token),
    runJobs: () => jobs.runDue(),
    mailbox: () => readCapturedMail(getMailFolder(folder)),
    setTime: (now: Date) => {
      time = now
    },
    /** The provider's times are whole seconds, so an event that must come later needs a later second. */
    passSecondAtProvider: () => {
      providerAheadMs += 1_000
    },
  }
}

export type TestAcademy = Awaited<ReturnType<typeof testAcademy>>

function caller(app: FastifyInstance, token: string | undefined) {
  const send = async (
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    payload?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const reply = await app.inject({
      method,
      url,
      headers: { ...(token !== undefined && { authorization: `Token ${token}` }), ...headers },
      ...(payload !== undefined && { payload: payload as object }),
    })
    const isJson = method !== 'HEAD' && String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      body: isJson ? reply.json() : undefined,
      headers: reply.headers,
      text: reply.payload,
    }
  }
  return {
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    head: (url: string, headers?: Record<string, string>) => send('HEAD', url, undefined, headers),
    post: (url: string, payload?: unknown, headers?: Record<string, string>) => send('POST', url, payload, headers),
  }
}
