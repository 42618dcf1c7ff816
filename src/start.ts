import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Academy, holdDataFolder, type Joining, openAcademy, patienceAtStart, warnOfDoubts } from './academy.ts'
import { welcome } from './welcome.ts'
import { LOOK_EVERY_MS, watchOver } from '#features/back-office/alerts/alerts.public.ts'
import { warnOfSigning } from '#features/credentials/open-badges/credentials.public.ts'
import { rememberAddress, sweepPayments } from '#features/commerce/payments/payments.public.ts'
import { loadDemoWhenEmpty, refuseDemoAccounts } from '#features/back-office/demo/demo.public.ts'
import { LOCK } from '#db/locks.ts'
import { inOneProcess } from '#db/one-process.ts'
import type { Config } from '#platform/config.ts'
import { closeGently } from '#platform/http/drain.ts'
import { builtPages, hotPages } from '#platform/http/pages.ts'
import { makeAllNeeded } from '#platform/when-needed.ts'

/** Starts the academy in this one process and serves it until it is told to end. */
export async function startAcademy(config: Config, options: { isHot: boolean } & Joining): Promise<void> {
  const { academy, loaded, close } = await serveAcademy(config, options)
  if (config.mode !== 'production') await welcome(academy, loaded)

  const stop = async () => {
    await close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** Opens the academy in this process and serves it until it is closed. `loaded` is as `openDoors` has it. */
export async function serveAcademy(config: Config, { isHot, ...joining }: { isHot: boolean } & Joining) {
  const academy = await openAcademy(config, { ...joining, ...patienceAtStart(config) })
  const lock = await holdDataFolder(academy)
  await warnOfDoubts(academy)
  await warnOfSigning(academy.deps)
  const doors = await openDoors(academy, { isHot })
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

/** Answers requests and works jobs from here on. `loaded` tells what the demo academy holds when it was just loaded. */
export async function openDoors(
  academy: Academy,
  { isHot }: { isHot: boolean },
): Promise<{ loaded: string | undefined; close(): Promise<void> }> {
  const { deps, connectionString } = academy
  const { config, log } = deps
  if (config.mode === 'production') {
    await refuseDemoAccounts(deps)
    await makeAllNeeded()
  }
  await rememberAddress(deps)
  const app = await buildApp(deps, isHot ? await hotPages(deps) : await builtPages(deps))
  await deps.jobs.start({ work: true })
  const loaded = config.mode === 'production' ? undefined : await loadDemoWhenEmpty(deps)
  // What was paid while nobody told us is found within a minute, and at once after a restart.
  let sweptUntil: Date | undefined
  const sweeps = inOneProcess(connectionString, LOCK.sweeping, [
    {
      everyMs: 60_000,
      work: async () => {
        sweptUntil = await sweepPayments(deps, sweptUntil)
      },
      onError: (error) => log.warn({ err: error }, 'the sweep of pending purchases failed; it is tried again'),
    },
    {
      everyMs: LOOK_EVERY_MS,
      work: () => watchOver(deps),
      onError: (error) => log.warn({ err: error }, 'what needs somebody could not be looked for; it is tried again'),
    },
  ])
  await app.listen({ host: config.host, port: config.port })
  await academy
    .sendEventsTo(`http://127.0.0.1:${portOf(app)}/webhooks/stripe`)
    // The sweep finds what is not sent.
    .catch((error: unknown) => log.warn({ err: error }, 'no events will be sent here'))
  return {
    loaded,
    async close() {
      sweeps.stop()
      await closeGently(app)
    },
  }
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
