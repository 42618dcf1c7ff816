import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import {
  type Academy,
  lockDataFolder,
  type OpenOptions,
  openAcademy,
  getStartTimeout,
  logConfigWarnings,
} from './academy.ts'
import { printWelcome } from './welcome.ts'
import { CHECK_INTERVAL_MS, runHealthChecks } from '#features/back-office/alerts/alerts.public.ts'
import { readBounceMailbox } from '#features/people/delivery-reports/delivery-reports.public.ts'
import { logSigningWarnings } from '#features/credentials/open-badges/credentials.public.ts'
import { recordHomeAddress, reconcilePayments } from '#features/commerce/payments/payments.public.ts'
import { seedDemoIfEmpty, assertNoDemoAccounts } from '#features/back-office/demo/demo.public.ts'
import { LOCKS } from '#db/locks.ts'
import { runOnLeader } from '#db/leader-tasks.ts'
import type { Config } from '#platform/config.ts'
import { closeGracefully } from '#platform/http/drain.ts'
import { loadBuiltPages, createDevPages } from '#platform/http/pages.ts'
import { loadAllLazy } from '#platform/lazy.ts'

/** Starts the academy in this single process and serves it until it is stopped. */
export async function startAcademy(config: Config, options: { isHot: boolean } & OpenOptions): Promise<void> {
  const { academy, loaded, close } = await serveAcademy(config, options)
  if (config.mode !== 'production') await printWelcome(academy, loaded)

  const stop = async () => {
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** Opens the academy in this process and serves it until it is closed. `loaded` is passed to `startServing`. */
export async function serveAcademy(config: Config, { isHot, ...joining }: { isHot: boolean } & OpenOptions) {
  const academy = await openAcademy(config, { ...joining, ...getStartTimeout(config) })
  const lock = await lockDataFolder(academy)
  await logConfigWarnings(academy)
  await logSigningWarnings(academy.deps)
  const doors = await startServing(academy, { isHot })
  return {
    academy,
    loaded: doors.loaded,
    async close(): Promise<void> {
      await doors.close()
      await lock?.release()
      await academy.close()
    },
  }
}

/** Starts to serve requests and run jobs. `loaded` describes the demo academy if it was just loaded. */
export async function startServing(
  academy: Academy,
  { isHot }: { isHot: boolean },
): Promise<{ loaded: string | undefined; close(): Promise<void> }> {
  const { deps, connectionString } = academy
  const { config, log } = deps
  if (config.mode === 'production') {
    await assertNoDemoAccounts(deps)
    await loadAllLazy()
  }
  await recordHomeAddress(deps)
  const app = await buildApp(deps, isHot ? await createDevPages(deps) : await loadBuiltPages(deps))
  await deps.jobs.start({ work: true })
  const loaded = config.mode === 'production' ? undefined : await seedDemoIfEmpty(deps)
  // Finds payments about which Stripe sent no event: within a minute, and at once after a restart.
  let reconciledUntil: Date | undefined
  const sweeps = runOnLeader(connectionString, LOCKS.sweeping, [
    {
      everyMs: 60_000,
      work: async () => {
        reconciledUntil = await reconcilePayments(deps, reconciledUntil)
      },
      onError: (error) => log.warn({ err: error }, 'reconciling pending purchases failed; retrying'),
    },
    {
      everyMs: 60_000,
      work: () => readBounceMailbox(deps),
      onError: (error) => log.warn({ err: error }, 'reading returned emails failed; retrying'),
    },
    {
      everyMs: CHECK_INTERVAL_MS,
      work: () => runHealthChecks(deps),
      onError: (error) => log.warn({ err: error }, 'health checks failed; retrying'),
    },
  ])
  await app.listen({ host: config.host, port: config.port })
  await academy
    .sendEventsTo(`http://127.0.0.1:${getPort(app)}/webhooks/stripe`)
    // Reconciling also settles payments whose events Stripe can't send.
    .catch((error: unknown) => log.warn({ err: error }, "Stripe can't send events to this address"))
  return {
    loaded,
    async close() {
      sweeps.stop()
      await closeGracefully(app)
    },
  }
}

function getPort(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
