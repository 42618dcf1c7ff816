import { type Backlog, type FailedJobs, lookAtJobs } from '#db/jobs.ts'
import type { Executor } from '#db/open.ts'
import { signingLook } from '#features/credentials/open-badges/credentials.public.ts'
import { mailFailing } from '#features/foundation/email-log/email-log.public.ts'
import { troublesToTell, unconfirmedAddress } from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { endOfCertificate } from '#platform/certificate.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { freeBytes } from '#platform/room.ts'
import { usableFolder } from '#platform/usable-folder.ts'
import { ageOf, counted } from '#shared/counted.ts'
import { mailAlerts, postAlerts } from './alerts.queues.ts'
import { backupLook } from './backup-check.rules.ts'
import { firstMemberAt, lastBackups } from './backups.queries.ts'
import type { AlertName, Look } from './alerts.rules.ts'
import { paymentLooks } from './payment-checks.service.ts'

// Each thing that may need somebody is looked at here, for alerts and for `doctor`. Looking changes nothing.

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Long before the academy refuses to store anything. */
const COMFORTABLE_BYTES = 1024 ** 3
const CERTIFICATE_DAYS = 14
const LONG_WAIT_SECONDS = 30 * 60
/** One or two jobs of a kind that fail may be at fault themselves: they are tried for days, and given up then. */
const TOO_MANY_TO_BE_CHANCE = 3
const MAIL_PATIENCE_MS = 60 * MINUTE_MS
/** An alert that does not arrive is told by the other way, and is no job or letter that others wait for. */
const OWN_KINDS: readonly string[] = [mailAlerts.name, postAlerts.name]

type Looking = { config: Config; db: Executor; now: Clock }

/** What the database knows. It must be up to date. With `onError` a look that fails is left out, and keeps none of the others from being told. */
export async function looksIntoDatabase(
  { config, db, now }: Looking,
  onError?: (error: unknown) => void,
): Promise<Look[]> {
  const found: Look[] = []
  for (const look of [
    () => lookAtPayments(db, now()),
    () => lookAtAllJobs({ config, db, now }),
    () => lookAtMail(db, now()),
    () => lookAtBackups({ config, db, now }),
    () => lookAtAddress({ config, db }),
    () => lookAtSigning({ config, db }),
  ])
    try {
      found.push(...(await look()))
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  return found
}

/** What is around the database: the disk, and the certificate that visitors are shown. */
export async function looksAround(config: Config, now: Date): Promise<Look[]> {
  return (await Promise.all([lookAtDisk(config), lookAtCertificate(config, now)])).flat()
}

async function lookAtPayments(db: Executor, now: Date): Promise<Look[]> {
  const [troubles, { timeZone }] = [await troublesToTell(db, now), await readSite(db)]
  return paymentLooks(troubles, timeZone)
}

async function lookAtAllJobs({ config, db, now }: Looking): Promise<Look[]> {
  const jobs = await lookAtJobs(db)
  return [...lookAtWaiting(jobs, now()), lookAtDelivery(config, jobs)]
}

type Jobs = { backlog: Backlog[]; failed: FailedJobs[] }

function lookAtWaiting({ backlog, failed }: Jobs, now: Date): Look[] {
  const others = backlog.filter(({ name }) => !OWN_KINDS.includes(name))
  const stuck = others.filter(
    ({ untriedSeconds, oldestSeconds, failing }) =>
      untriedSeconds > LONG_WAIT_SECONDS || (failing >= TOO_MANY_TO_BE_CHANCE && oldestSeconds > LONG_WAIT_SECONDS),
  )
  const lone = others.filter((kind) => kind.oldestSeconds > LONG_WAIT_SECONDS && !stuck.includes(kind))
  const givenUp = failed.filter(({ name }) => !OWN_KINDS.includes(name))
  return [
    stuck.length === 0
      ? fine(
          'jobs_waiting',
          lone.length === 0
            ? 'none is older than half an hour'
            : `tried again by themselves, since they failed alone: ${lone.map(({ name, failing }) => `${name} (${failing})`).join(', ')}`,
        )
      : {
          name: 'jobs_waiting',
          is: 'wrong',
          text: `not done yet: ${stuck.map(({ name, waiting, oldestSeconds }) => `${name} (${waiting} waiting, ${ageOf(oldestSeconds)} old)`).join(', ')}. Does the academy run? Then its log says what is in the way, such as a mail server that is away; they go by themselves when it is back`,
          since: new Date(now.getTime() - Math.max(...stuck.map(({ oldestSeconds }) => oldestSeconds)) * 1000),
        },
    givenUp.length === 0
      ? fine('jobs_given_up', 'none has failed for good')
      : wrong(
          'jobs_given_up',
          `given up, after days or since it was refused for good: ${givenUp.map(({ name, count }) => `${name} (${count})`).join(', ')}. The log says why. Then send them again: npm run academy -- retry-jobs`,
        ),
  ]
}

function lookAtDelivery({ mode, operatorMail, alertWebhook }: Config, { backlog, failed }: Jobs): Look {
  const late = backlog.filter(
    ({ name, oldestSeconds }) => OWN_KINDS.includes(name) && oldestSeconds > LONG_WAIT_SECONDS,
  )
  const lost = failed.filter(({ name }) => OWN_KINDS.includes(name))
  const ways = [...new Set([...late, ...lost].map(({ name }) => (name === mailAlerts.name ? 'mail' : 'ALERT_WEBHOOK')))]
  if (ways.length > 0)
    return wrong(
      'alerts_undelivered',
      `alerts by ${ways.join(' and ')} wait or were given up. The log says why; mend it, or change OPERATOR_MAIL or ALERT_WEBHOOK. What was given up goes again with npm run academy -- retry-jobs`,
    )
  const told = [operatorMail, alertWebhook && `ALERT_WEBHOOK at ${new URL(alertWebhook).host}`].filter(Boolean)
  if (told.length > 0) return fine('alerts_undelivered', `go to ${told.join(' and to ')}`)
  const nobody = 'nobody is told what needs somebody, the log aside: set OPERATOR_MAIL, ALERT_WEBHOOK or both'
  return mode === 'production' ? unknown('alerts_undelivered', nobody) : fine('alerts_undelivered', nobody)
}

async function lookAtMail(db: Executor, now: Date): Promise<Look[]> {
  const failing = await mailFailing(db, { now, exceptKinds: OWN_KINDS })
  if (!failing) return [fine('mail_failing', 'the mail server takes letters, as far as can be told')]
  const { letters, answer, since, isLate } = failing
  const age = ageOf((now.getTime() - since.getTime()) / 1000)
  const told = `for ${age} not one letter was sent, and ${counted(letters, 'letter')} failed: the last answer was ${answer}`
  // That nobody tries it, or tries it again, mends nothing.
  if (isLate) return [unknown('mail_failing', `${told}. None was tried in the last hour: the next one will tell`)]
  if (now.getTime() - since.getTime() < MAIL_PATIENCE_MS)
    return [unknown('mail_failing', `${told}. It may pass: it is told as wrong after an hour`)]
  const help = 'Look at SMTP_URL and at the mail server; letters go by themselves when it takes them'
  return [{ ...wrong('mail_failing', `${told}. ${help}`), since }]
}

async function lookAtAddress({ config, db }: Pick<Looking, 'config' | 'db'>): Promise<Look[]> {
  const former = await unconfirmedAddress(db, config)
  if (former === undefined) return [fine('address_unconfirmed', 'none is unconfirmed')]
  return [
    wrong('address_unconfirmed', `${unconfirmedInWords(former, config.publicUrl)}. If this is a copy, leave it so`),
  ]
}

/** What it means that a database serves another address than before, without the end of the sentence. */
export function unconfirmedInWords(former: string, publicUrl: string): string {
  return `this database belongs to the academy at ${former}, and PUBLIC_URL is ${publicUrl}: payments that name ${former} are not settled, refunded, emailed about, or numbered here. If the academy has moved, run npm run academy -- confirm-former-address ${former}`
}

async function lookAtSigning(looking: Pick<Looking, 'config' | 'db'>): Promise<Look[]> {
  return [{ name: 'credentials_unsigned', ...(await signingLook(looking)) }]
}

/** Outside production an academy that never had one is missed by nobody. */
async function lookAtBackups({ config, db, now }: Looking): Promise<Look[]> {
  if (config.areBackupsElsewhere) return [fine('backup_old', 'others see to it (BACKUPS=elsewhere)')]
  const backups = await lastBackups(db)
  const since = backups.length === 0 && config.mode === 'production' ? await firstMemberAt(db) : undefined
  return [backupLook({ backups, since, now: now() })]
}

/** Of the data folder, and of the folder of the files where that is another. The disk of a database of one's own is not seen from here. */
async function lookAtDisk({ dataDir, files }: Config): Promise<Look> {
  const folders = [...new Set([dataDir, ...(files.kind === 'folder' ? [files.folder] : [])])]
  const free: { folder: string; bytes: number }[] = []
  for (const folder of folders) {
    try {
      free.push({ folder, bytes: await freeBytes(await usableFolder(folder)) })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      const setting = folder === dataDir ? 'DATA_DIR' : 'FILES_URL'
      return wrong('disk_low', `${folder} can't be used (${code}). Set ${setting} to a folder that this user may write`)
    }
  }
  const least = free.reduce((one, other) => (other.bytes < one.bytes ? other : one))
  const told = `${(least.bytes / 1024 ** 3).toFixed(1)} GB free in ${least.folder}`
  return least.bytes < COMFORTABLE_BYTES
    ? wrong('disk_low', `${told}. Make room, at least 1 GB`)
    : fine('disk_low', told)
}

async function lookAtCertificate({ publicUrl }: Config, now: Date): Promise<Look[]> {
  const { protocol, host } = new URL(publicUrl)
  if (protocol !== 'https:')
    return [fine('certificate_ending', `none is needed, since PUBLIC_URL begins with ${protocol}//`)]
  try {
    const ends = await endOfCertificate(publicUrl)
    const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS)
    const when = ends.toISOString().slice(0, 10)
    if (days >= CERTIFICATE_DAYS) return [fine('certificate_ending', `that of ${host} is good until ${when}`)]
    const told =
      days < 0 ? `that of ${host} ended on ${when}` : `that of ${host} ends on ${when}, in ${counted(days, 'day')}`
    return [
      wrong(
        'certificate_ending',
        `${told}. Renew it, reload what answers at that address, and see why that did not happen by itself`,
      ),
    ]
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return [unknown('certificate_ending', `that of ${host} could not be asked for from here (${code})`)]
  }
}

function fine(name: AlertName, text: string): Look {
  return { name, is: 'fine', text }
}

function wrong(name: AlertName, text: string): Look {
  return { name, is: 'wrong', text }
}

function unknown(name: AlertName, text: string): Look {
  return { name, is: 'unknown', text }
}
