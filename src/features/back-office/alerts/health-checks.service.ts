import { type Backlog, type FailedJobs, readJobStatus } from '#db/jobs.ts'
import type { Executor } from '#db/open-database.ts'
import { checkSigning } from '#features/credentials/open-badges/credentials.public.ts'
import { countBounces, findEmailOutage } from '#features/foundation/email-log/email-log.public.ts'
import { findUnreadableMailbox } from '#features/people/delivery-reports/delivery-reports.public.ts'
import { getReportedIssues, findUnconfirmedAddress } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { getCertificateExpiry } from '#platform/tls-certificate.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { getFreeDiskBytes } from '#platform/disk-space.ts'
import { findUsableFolder } from '#platform/usable-folder.ts'
import { formatAge, pluralize } from '#shared/pluralize.ts'
import { emailAlerts, postAlerts } from './alerts.queues.ts'
import { checkBackups } from './backup-checks.rules.ts'
import { findFirstMemberDate, listLatestBackups } from './backups.queries.ts'
import type { AlertName, HealthCheck } from './alerts.rules.ts'
import { checkPaymentIssues } from './payment-checks.service.ts'

// All checks for alerts and `doctor`. They change nothing.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Well above the free space at which the academy stops storing anything. */
const MIN_FREE_BYTES = 1024 ** 3
const MIN_CERTIFICATE_DAYS = 14
const MAX_QUEUE_WAIT_SECONDS = 30 * 60
/**
 * If only one or two jobs of a kind fail, the jobs themselves may be at fault. They are retried for days before they
 * count as failed.
 */
const MIN_FAILURES_FOR_OUTAGE = 3
const MAX_EMAIL_DELAY_MS = 60 * MINUTE_MS
/**
 * An alert that can't be sent is reported through the other channel, and does not also count as a delayed job or email.
 */
const OWN_KINDS: readonly string[] = [emailAlerts.name, postAlerts.name]

type CheckContext = { config: Config; db: Executor; now: Clock }

/**
 * Checks that need the database, whose migrations must be up to date. With `onError`, a failing check is skipped
 * without affecting the others.
 */
export async function runDatabaseChecks(
  { config, db, now }: CheckContext,
  onError?: (error: unknown) => void,
): Promise<HealthCheck[]> {
  const found: HealthCheck[] = []
  for (const look of [
    () => checkPayments(db, now()),
    () => checkJobs({ config, db, now }),
    () => checkEmail(db, now()),
    () => checkReturnedEmails(db, now()),
    () => checkBackupState({ config, db, now }),
    () => checkPublicUrl({ config, db }),
    () => checkSigningKey({ config, db }),
  ])
    try {
      found.push(...(await look()))
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  return found
}

/** Checks outside the database: the disk, and the public site's TLS certificate. */
export async function runSystemChecks(config: Config, now: Date): Promise<HealthCheck[]> {
  return (await Promise.all([checkDisk(config), checkTlsCertificate(config, now)])).flat()
}

async function checkPayments(db: Executor, now: Date): Promise<HealthCheck[]> {
  const [issues, { timeZone }] = [await getReportedIssues(db, now), await readSite(db)]
  return checkPaymentIssues(issues, timeZone)
}

async function checkJobs({ config, db, now }: CheckContext): Promise<HealthCheck[]> {
  const jobs = await readJobStatus(db)
  return [...checkQueue(jobs, now()), checkAlertDelivery(config, jobs)]
}

type Jobs = { backlog: Backlog[]; failed: FailedJobs[] }

function checkQueue({ backlog, failed }: Jobs, now: Date): HealthCheck[] {
  const others = backlog.filter(({ name }) => !OWN_KINDS.includes(name))
  const stuck = others.filter(
    ({ untriedSeconds, oldestSeconds, failing }) =>
      untriedSeconds > MAX_QUEUE_WAIT_SECONDS ||
      (failing >= MIN_FAILURES_FOR_OUTAGE && oldestSeconds > MAX_QUEUE_WAIT_SECONDS),
  )
  const lone = others.filter((kind) => kind.oldestSeconds > MAX_QUEUE_WAIT_SECONDS && !stuck.includes(kind))
  const givenUp = failed.filter(({ name }) => !OWN_KINDS.includes(name))
  return [
    stuck.length === 0
      ? fine(
          'jobs_waiting',
          lone.length === 0
            ? 'none are older than half an hour'
            : `some failed and are retried automatically: ${lone.map(({ name, failing }) => `${name} (${failing})`).join(', ')}`,
        )
      : {
          name: 'jobs_waiting',
          is: 'wrong',
          text: `delayed: ${stuck.map(({ name, waiting, oldestSeconds }) => `${name} (${waiting} waiting, ${formatAge(oldestSeconds)} old)`).join(', ')}. Check that the academy is running. Its process log says what is wrong, such as a mail server that is down. The jobs run automatically once the problem is fixed`,
          since: new Date(now.getTime() - Math.max(...stuck.map(({ oldestSeconds }) => oldestSeconds)) * 1000),
        },
    givenUp.length === 0
      ? fine('jobs_given_up', 'none')
      : wrong(
          'jobs_given_up',
          `failed after days of retries, or rejected: ${givenUp.map(({ name, count }) => `${name} (${count})`).join(', ')}. The process log says why. To run them again: npm run academy -- retry-jobs`,
        ),
  ]
}

function checkAlertDelivery({ mode, operatorMail, alertWebhook }: Config, { backlog, failed }: Jobs): HealthCheck {
  const late = backlog.filter(
    ({ name, oldestSeconds }) => OWN_KINDS.includes(name) && oldestSeconds > MAX_QUEUE_WAIT_SECONDS,
  )
  const lost = failed.filter(({ name }) => OWN_KINDS.includes(name))
  const ways = [
    ...new Set([...late, ...lost].map(({ name }) => (name === emailAlerts.name ? 'email' : 'ALERT_WEBHOOK'))),
  ]
  if (ways.length > 0)
    return wrong(
      'alerts_undelivered',
      `alerts by ${ways.join(' and ')} are delayed or have failed. The process log says why: fix the cause, or change OPERATOR_MAIL or ALERT_WEBHOOK. To send failed ones again: npm run academy -- retry-jobs`,
    )
  const recipients = [operatorMail, alertWebhook && `ALERT_WEBHOOK at ${new URL(alertWebhook).host}`].filter(Boolean)
  if (recipients.length > 0) return fine('alerts_undelivered', `sent to ${recipients.join(' and to ')}`)
  const nobody = 'alerts go only to the process log: set OPERATOR_MAIL, ALERT_WEBHOOK, or both'
  return mode === 'production' ? unknown('alerts_undelivered', nobody) : fine('alerts_undelivered', nobody)
}

async function checkEmail(db: Executor, now: Date): Promise<HealthCheck[]> {
  const failing = await findEmailOutage(db, { now, exceptKinds: OWN_KINDS })
  if (!failing) return [fine('mail_failing', 'no delivery problems found')]
  const { failures, answer, since, isLate } = failing
  const age = formatAge((now.getTime() - since.getTime()) / 1000)
  const summary = `no email has been sent for ${age}, and ${pluralize(failures, 'email')} failed. The last error was: ${answer ?? 'unknown error'}`
  // If no email was sent recently, nothing proves that email works.
  if (isLate)
    return [
      unknown(
        'mail_failing',
        `${summary}. No attempt was made in the last hour, so the next email will show whether delivery works`,
      ),
    ]
  if (now.getTime() - since.getTime() < MAX_EMAIL_DELAY_MS)
    return [unknown('mail_failing', `${summary}. This might be temporary. It is reported as a problem after an hour`)]
  const help = 'Check SMTP_URL and the mail server. Emails are sent automatically once it accepts them'
  return [{ ...wrong('mail_failing', `${summary}. ${help}`), since }]
}

/** A few wrong addresses are normal. Many are a problem with a list of people, or with the mail server or domain. */
const MIN_BOUNCES = 5
const MAX_BOUNCE_RATE = 0.05

async function checkReturnedEmails(db: Executor, now: Date): Promise<HealthCheck[]> {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const { all, bounced } = await countBounces(db, yesterday)
  if (bounced >= MIN_BOUNCES && bounced > all * MAX_BOUNCE_RATE)
    return [
      wrong(
        'emails_returned',
        `${bounced} of ${pluralize(all, 'email')} in the last day came back, because the mailboxes don't exist. Check a list of people that was imported, and whether the mail server rejects valid addresses. Once it is fixed, press "Try again" on the members' pages`,
      ),
    ]
  const unreadable = await findUnreadableMailbox(db, yesterday)
  if (unreadable)
    return [
      {
        ...wrong(
          'emails_returned',
          `the mailbox for returned emails can't be read (${unreadable.failure}). Check BOUNCE_MAILBOX, or the mailbox under Email in the studio`,
        ),
        since: unreadable.since,
      },
    ]
  return [fine('emails_returned', bounced === 0 ? 'none in the last day' : `${bounced} in the last day`)]
}

async function checkPublicUrl({ config, db }: Pick<CheckContext, 'config' | 'db'>): Promise<HealthCheck[]> {
  const former = await findUnconfirmedAddress(db, config)
  if (former === undefined) return [fine('address_unconfirmed', 'none to confirm')]
  return [wrong('address_unconfirmed', describeUnconfirmedAddress(former, config.publicUrl))]
}

/** Explains what it means that the database is now used with a different URL. */
export function describeUnconfirmedAddress(former: string, publicUrl: string): string {
  return `PUBLIC_URL is ${publicUrl}, but this database belongs to the academy at ${former}. Payments from ${former} are not completed or invoiced here, and no emails are sent about them. Emails that members can turn off, such as reminders, wait. But the refund command still refunds real money. If this is a test copy of the academy, do nothing. If the academy has moved, run: npm run academy -- confirm-former-address ${former}`
}

async function checkSigningKey(looking: Pick<CheckContext, 'config' | 'db'>): Promise<HealthCheck[]> {
  return [{ name: 'credentials_unsigned', ...(await checkSigning(looking)) }]
}

/** Outside production, an academy without any backup is not reported. */
async function checkBackupState({ config, db, now }: CheckContext): Promise<HealthCheck[]> {
  if (config.areBackupsElsewhere) return [fine('backup_old', 'made elsewhere (BACKUPS=elsewhere)')]
  const backups = await listLatestBackups(db)
  const since = backups.length === 0 && config.mode === 'production' ? await findFirstMemberDate(db) : undefined
  return [checkBackups({ backups, since, now: now() })]
}

/** The data folder, and the file folder if separate. A separate database's disk can't be checked from here. */
async function checkDisk({ dataDir, files }: Config): Promise<HealthCheck> {
  const folders = [...new Set([dataDir, ...(files.kind === 'folder' ? [files.folder] : [])])]
  const free: { folder: string; bytes: number }[] = []
  for (const folder of folders) {
    try {
      free.push({ folder, bytes: await getFreeDiskBytes(await findUsableFolder(folder)) })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      const setting = folder === dataDir ? 'DATA_DIR' : 'FILES_URL'
      return wrong(
        'disk_low',
        `${folder} can't be used (${code}). Set ${setting} to a folder that this user can write to`,
      )
    }
  }
  const smallest = free.reduce((one, other) => (other.bytes < one.bytes ? other : one))
  const summary = `${(smallest.bytes / 1024 ** 3).toFixed(1)} GB free in ${smallest.folder}`
  return smallest.bytes < MIN_FREE_BYTES
    ? wrong('disk_low', `${summary}. Free up space: at least 1 GB is needed`)
    : fine('disk_low', summary)
}

async function checkTlsCertificate({ publicUrl }: Config, now: Date): Promise<HealthCheck[]> {
  const { protocol, host } = new URL(publicUrl)
  if (protocol !== 'https:')
    return [fine('certificate_ending', `not needed, because PUBLIC_URL begins with ${protocol}//`)]
  try {
    const ends = await getCertificateExpiry(publicUrl)
    const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS)
    const when = ends.toISOString().slice(0, 10)
    if (days >= MIN_CERTIFICATE_DAYS) return [fine('certificate_ending', `for ${host}: valid until ${when}`)]
    const summary =
      days < 0
        ? `for ${host}: expired on ${when}`
        : `for ${host}: expires on ${when}, ${days === 0 ? 'within 24 hours' : `in ${pluralize(days, 'day')}`}`
    return [
      wrong(
        'certificate_ending',
        `${summary}. Renew it, reload the proxy, and find out why it was not renewed automatically`,
      ),
    ]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no response'
    return [unknown('certificate_ending', `for ${host}: could not be checked from here (${code})`)]
  }
}

function fine(name: AlertName, text: string): HealthCheck {
  return { name, is: 'fine', text }
}

function wrong(name: AlertName, text: string): HealthCheck {
  return { name, is: 'wrong', text }
}

function unknown(name: AlertName, text: string): HealthCheck {
  return { name, is: 'unknown', text }
}
