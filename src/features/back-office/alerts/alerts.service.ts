import { followTroubles } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { DataOf } from '#shared/job.ts'
import { alertsLetter, trialLetter } from './alerts.email.ts'
import { alertsToChange, deleteAlerts, keepAlerts, listAlerts } from './alerts.queries.ts'
import { mailAlerts, postAlerts } from './alerts.queues.ts'
import { afterLook, ALERT_NAMES, type Change, inOneLine, type Look, titleOf } from './alerts.rules.ts'
import { looksAround, looksIntoDatabase } from './health-checks.service.ts'
import { postJson } from './webhook.service.ts'

export const LOOK_EVERY_MS = 5 * 60_000

/**
 * Looks at everything that may need somebody, and tells what has begun, lasts or is over. Whatever fails is logged and looked at again the
 * next time: it keeps nothing else from being told, and is not tried again at once, since others are asked here.
 */
export async function watchOver(deps: Deps): Promise<void> {
  const { config, db, log, now } = deps
  const onError = (error: unknown) =>
    log.error({ err: error }, 'something that may need somebody could not be looked at; it is tried again')
  await followTroubles(deps).catch(onError)
  const looks = await looksAround(config, now())
  looks.push(...(await looksIntoDatabase({ config, db, now }, onError)))
  await tellChanges(deps, looks).catch(onError)
}

/** Once, however many processes look at the same time: what was told is kept in the transaction that stores the telling. */
export async function tellChanges(
  { config, db, jobs, log, now }: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now'>,
  looks: Look[],
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    const after = afterLook(await alertsToChange(tx), looks, now())
    await keepAlerts(tx, after.kept)
    await deleteAlerts(tx, after.over)
    if (after.changes.length === 0) return []
    const told = {
      at: now().toISOString(),
      changes: after.changes.map((change) => ({ ...change, since: change.since.toISOString() })),
    }
    if (config.operatorMail !== undefined) await jobs.enqueue(tx, mailAlerts, told)
    if (config.alertWebhook !== undefined) await jobs.enqueue(tx, postAlerts, told)
    return after.changes
  })
  for (const { name, is, text, since } of changes)
    if (is === 'over') log.info({ alert: name, since }, `over: ${titleOf(name)}`)
    else log.error({ alert: name, since }, `${titleOf(name)}: ${text}`)
}

type Told = DataOf<typeof mailAlerts>

/** To where the settings say now: they may have changed since. */
export async function sendByMail({ config, db, mail }: Deps, told: Told): Promise<void> {
  if (config.operatorMail === undefined) return
  const { host } = new URL(config.publicUrl)
  const letter = alertsLetter({ site: await readSite(db), host, changes: changesIn(told) })
  await mail.send({ to: config.operatorMail, memberId: null, ...letter })
}

export async function sendToWebhook({ config }: Pick<Deps, 'config'>, told: Told): Promise<void> {
  if (config.alertWebhook === undefined) return
  const { publicUrl: academy } = config
  const alerts = told.changes.map(({ name, is, text, since }) => ({ name, is, title: titleOf(name), text, since }))
  // Chat programs show `text`.
  const text = `${inOneLine(told.changes)} (${new URL(academy).host})`
  await postJson(config.alertWebhook, { academy, at: told.at, text, alerts })
}

/** Sends a trial to each place that is told of alerts, at once and not by a job; `error`: why it was not taken. */
export async function tryAlerts({
  config: { operatorMail, alertWebhook, publicUrl },
  db,
  mail,
  now,
}: Pick<Deps, 'config' | 'db' | 'mail' | 'now'>): Promise<{ way: string; error: unknown }[]> {
  const { host } = new URL(publicUrl)
  const site = await readSite(db)
  const ways: { way: string; send(): Promise<void> }[] = []
  if (operatorMail !== undefined)
    ways.push({
      way: 'OPERATOR_MAIL',
      send: () => mail.send({ to: operatorMail, memberId: null, ...trialLetter(site, host) }),
    })
  if (alertWebhook !== undefined) {
    const text = `A trial: alerts arrive here (${host})`
    const trial = { academy: publicUrl, at: now().toISOString(), text, alerts: [] }
    ways.push({ way: 'ALERT_WEBHOOK', send: () => postJson(alertWebhook, trial) })
  }
  return Promise.all(
    ways.map(async ({ way, send }) => ({
      way,
      error: await send().then(
        () => undefined,
        (error: unknown) => error,
      ),
    })),
  )
}

function changesIn({ changes }: Told): Change[] {
  return changes.map((change) => ({ ...change, since: new Date(change.since) }))
}

/** 1 for each alert that there is, 0 for each other. */
export async function alertFigures({ db }: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const there = new Set((await listAlerts(db)).map(({ name }) => name))
  return Object.fromEntries(ALERT_NAMES.map((name) => [name, there.has(name) ? 1 : 0]))
}
