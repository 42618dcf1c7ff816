import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Academy, openAcademy } from './academy.ts'
import { sweepPayments } from '#features/checkout/checkout.public.ts'
import { loadDemoWhenEmpty } from '#features/demo/demo.public.ts'
import { becomeOnlyServer } from '#db/only-server.ts'
import { type Config, ConfigError } from '#platform/config.ts'
import type { Deps } from '#platform/deps.ts'
import { builtPages, hotPages } from '#platform/http/pages.ts'

/** How long requests in flight may take to finish when the process is told to end. */
const STOP_LIMIT_MS = 9_000

/** Starts the academy and serves it until the process is told to end. */
export async function startAcademy(config: Config, { isHot }: { isHot: boolean }): Promise<void> {
  const academy = await openAcademy(config)
  const { deps } = academy
  const lock = config.databaseUrl ? undefined : await holdDataFolder(academy)
  const app = await buildApp(deps, isHot ? await hotPages(deps) : await builtPages(deps))
  await deps.jobs.start({ work: true })
  const loaded = config.mode === 'production' ? undefined : await loadDemoWhenEmpty(deps)
  sweepEachMinute(deps)
  await app.listen({ host: config.host, port: config.port })
  await academy
    .sendEventsTo(`http://127.0.0.1:${portOf(app)}/webhooks/stripe`)
    // The sweep finds what is not sent.
    .catch((error: unknown) => deps.log.warn({ err: error }, 'no events will be sent here'))
  if (config.mode !== 'production') welcome(academy, loaded)

  const stop = async () => {
    // Once it is closing, Node no longer looks for slow sockets: without this one of them would keep us for ever.
    const cut = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS)
    await app.close()
    clearTimeout(cut)
    await lock?.release()
    await academy.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
}

/** One server alone on a data folder. With DATABASE_URL any number may stand side by side. */
async function holdDataFolder({ connectionString, deps, close }: Academy) {
  const lock = await becomeOnlyServer(connectionString)
  if (lock) return lock
  await close()
  throw new ConfigError(
    `Another academy already serves the data folder ${deps.config.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  )
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** What was paid while nobody told us is found within a minute, and at once after a restart. */
function sweepEachMinute(deps: Deps): void {
  const sweep = () => {
    sweepPayments(deps).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the sweep of pending purchases failed; it is tried again')
      setTimeout(sweep, 5_000).unref()
    })
  }
  sweep()
  setInterval(sweep, 60_000).unref()
}

function welcome({ deps: { config, cards } }: Academy, loaded: string | undefined): void {
  console.log(`
${loaded ?? 'The academy is open.'}

  Open     ${config.publicUrl}
  Mail     ${config.smtpUrl ? 'goes out through SMTP_URL' : `${config.publicUrl}/dev/mail   (nothing leaves this machine)`}

  Accounts demo      demo-learner-2026    owns a course and a document
           newcomer  demo-newcomer-2026   owns nothing yet
           staff     demo-staff-2026

${cards.provider === 'stand-in' ? STAND_IN_CARDS : '  Cards    go to the card provider with the keys you set.'}

Stop with Ctrl+C.`)
}

const STAND_IN_CARDS = `  Cards    4242 4242 4242 4242 succeeds, 4000 0000 0000 0002 is declined,
           4000 0000 0000 9995 lacks funds, 4000 0025 0000 3155 asks for authentication
           (any later date, any three digits; no real card is ever charged)`
