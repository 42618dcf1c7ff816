import { followUpPaymentIssues } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobData } from '#shared/job.ts'
import { renderAlertsEmail, renderTestAlertEmail } from './alerts.email.ts'
import { lockAlerts, deleteAlerts, saveAlerts, listAlerts } from './alerts.queries.ts'
import { emailAlerts, postAlerts } from './alerts.queues.ts'
import {
  updateAlerts,
  ALERT_NAMES,
  type AlertChange,
  formatSummary,
  type HealthCheck,
  getAlertTitle,
} from './alerts.rules.ts'
import { runSystemChecks, runDatabaseChecks } from './health-checks.service.ts'
import { postJson } from './alert-webhook.service.ts'

export const CHECK_INTERVAL_MS = 5 * 60_000

/**
 * Runs all checks and reports new, ongoing, and resolved problems. A failed check is logged and retried at the next
 * run, not immediately; it does not block the others.
 */
export async function runHealthChecks(deps: Deps): Promise<void> {
  const { config, db, log, now } = deps
  const onError = (error: unknown) => log.error({ err: error }, 'a health check failed; retrying')
  await followUpPaymentIssues(deps).catch(onError)
  const looks = await runSystemChecks(config, now())
  looks.push(...(await runDatabaseChecks({ config, db, now }, onError)))
  await sendAlertChanges(deps, looks).catch(onError)
}

/**
 * Reports each change only once across concurrent processes, because the report is enqueued in the transaction that
 * records it.
 */
export async function sendAlertChanges(
  { config, db, jobs, log, now }: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now'>,
  looks: HealthCheck[],
): Promise<void> {
  const changes = await db.transaction(async (tx) => {
    const after = updateAlerts(await lockAlerts(tx), looks, now())
    await saveAlerts(tx, after.active)
    await deleteAlerts(tx, after.over)
    if (after.changes.length === 0) return []
    const notification = {
      at: now().toISOString(),
      changes: after.changes.map((change) => ({ ...change, since: change.since.toISOString() })),
    }
    if (config.operatorMail !== undefined) await jobs.enqueue(tx, emailAlerts, notification)
    if (config.alertWebhook !== undefined) await jobs.enqueue(tx, postAlerts, notification)
    return after.changes
  })
  for (const { name, is, text, since } of changes)
    if (is === 'over') log.info({ alert: name, since }, `over: ${getAlertTitle(name)}`)
    else log.error({ alert: name, since }, `${getAlertTitle(name)}: ${text}`)
}

type AlertNotification = JobData<typeof emailAlerts>

/** Uses the current address, which may have changed since the job was enqueued. */
export async function sendAlertEmail({ config, db, mail }: Deps, notification: AlertNotification): Promise<void> {
  if (config.operatorMail === undefined) return
  const { host } = new URL(config.publicUrl)
  const email = renderAlertsEmail({ site: await readSite(db), host, changes: toAlertChanges(notification) })
  await mail.send({ to: config.operatorMail, memberId: null, ...email })
}

export async function sendAlertWebhook(
  { config }: Pick<Deps, 'config'>,
  notification: AlertNotification,
): Promise<void> {
  if (config.alertWebhook === undefined) return
  const { publicUrl: academy } = config
  const alerts = notification.changes.map(({ name, is, text, since }) => ({
    name,
    is,
    title: getAlertTitle(name),
    text,
    since,
  }))
  // Chat services show the field `text`.
  const text = `${formatSummary(notification.changes)} (${new URL(academy).host})`
  await postJson(config.alertWebhook, { academy, at: notification.at, text, alerts })
}

/** Sends a test alert to each destination immediately, without a job; `error` says why it failed. */
export async function sendTestAlerts({
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
      send: () => mail.send({ to: operatorMail, memberId: null, ...renderTestAlertEmail(site, host) }),
    })
  if (alertWebhook !== undefined) {
    const text = `Test alert: alerts are delivered here (${host})`
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

function toAlertChanges({ changes }: AlertNotification): AlertChange[] {
  return changes.map((change) => ({ ...change, since: new Date(change.since) }))
}

/** 1 for each active alert, 0 for all others. */
export async function getAlertMetrics({ db }: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const there = new Set((await listAlerts(db)).map(({ name }) => name))
  return Object.fromEntries(ALERT_NAMES.map((name) => [name, there.has(name) ? 1 : 0]))
}
