/** Every problem that alerts the operator, with its email title and `doctor` line. */
export const ALERTS = {
  lost_payment: { title: 'A payment needs attention', line: 'payments' },
  failed_refund: { title: 'A refund failed', line: 'refunds' },
  open_dispute: { title: 'A dispute needs a response', line: 'disputes' },
  mail_failing: { title: 'Emails are failing', line: 'email delivery' },
  emails_returned: { title: 'Returned emails need attention', line: 'returned emails' },
  disk_low: { title: 'The disk needs attention', line: 'disk' },
  backup_old: { title: 'Backups need attention', line: 'backup' },
  certificate_ending: { title: 'The site’s TLS certificate must be renewed', line: 'TLS certificate' },
  jobs_waiting: { title: 'Jobs are delayed', line: 'jobs' },
  jobs_given_up: { title: 'Jobs failed', line: 'failed jobs' },
  address_unconfirmed: { title: 'The academy’s address changed', line: 'former address' },
  credentials_unsigned: { title: 'Certificates are not being signed', line: 'certificate signing' },
  alerts_undelivered: { title: 'Alerts are not being delivered', line: 'alerts' },
} as const

export type AlertName = keyof typeof ALERTS
export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[]

/** The result of one check. `unknown`: the check could not run, so it neither starts nor ends an alert. */
export type HealthCheck = {
  name: AlertName
  is: 'fine' | 'wrong' | 'unknown'
  /** What is wrong and what to do, or what is fine. Refers to orders only by number. */
  text: string
  /** When the problem began. If undefined, the time it was first found is used. */
  since?: Date | undefined
  /** The affected order or payment numbers. A new number is reported at once. */
  about?: string[]
}

export type Alert = { name: string; text: string; about: string[]; since: Date; seenAt: Date; notifiedAt: Date }

/** Whether an alert is new (or has new numbers), continues, or is over. */
export type AlertChange = { name: string; is: 'new' | 'lasts' | 'over'; text: string; since: Date }

const HOUR_MS = 60 * 60_000
const REPEAT_INTERVAL_MS = 24 * HOUR_MS
/**
 * If an alert is due for its daily report, alerts that were last reported at least this long ago are included, so that
 * there is one email a day, not one per alert.
 */
const DIGEST_WINDOW_MS = 12 * HOUR_MS
/** A problem that comes and goes within this time counts as one. */
const FLAP_WINDOW_MS = 15 * 60_000

/**
 * What to report now, and the alerts that are active afterward. Ignores alerts from checks that this version doesn't
 * have.
 */
export function updateAlerts(
  alerts: Alert[],
  looks: HealthCheck[],
  now: Date,
): { changes: AlertChange[]; active: Alert[]; over: string[] } {
  const known = new Map(alerts.map((alert) => [alert.name, alert]))
  const changes: AlertChange[] = []
  const active: Alert[] = []
  const over: string[] = []
  const isDayOver = looks.some(({ name, is }) => {
    const alert = known.get(name)
    return is !== 'fine' && alert !== undefined && getAge(now, alert.notifiedAt) >= REPEAT_INTERVAL_MS
  })
  for (const { name, is, text, since, about = [] } of looks) {
    const alert = known.get(name)
    if (is === 'fine') {
      if (alert && getAge(now, alert.seenAt) >= FLAP_WINDOW_MS) {
        changes.push({ name, is: 'over', text: alert.text, since: alert.since })
        over.push(name)
      }
      continue
    }
    if (is === 'unknown' && !alert) continue
    const found = is === 'unknown' && alert ? alert : { name, text, about, since: since ?? alert?.since ?? now }
    const isNew = !alert || found.about.some((each) => !alert.about.includes(each))
    const isRepeated = alert && isDayOver && getAge(now, alert.notifiedAt) >= DIGEST_WINDOW_MS
    if (isNew || isRepeated) changes.push({ name, is: isNew ? 'new' : 'lasts', text: found.text, since: found.since })
    active.push({ ...found, seenAt: now, notifiedAt: alert && !isNew && !isRepeated ? alert.notifiedAt : now })
  }
  return { changes, active, over }
}

function getAge(now: Date, time: Date): number {
  return now.getTime() - time.getTime()
}

export function getAlertTitle(name: string): string {
  // Another version may have stored the job.
  return (ALERTS as Record<string, { title: string }>)[name]?.title ?? name
}

const CHANGE_LABELS = [
  { is: 'new', word: 'Needs attention' },
  { is: 'lasts', word: 'Still needs attention' },
  { is: 'over', word: 'Resolved' },
] as const

/** Summarizes all changes in one line: 'Needs attention: Jobs are delayed. Resolved: Emails are failing.' */
export function formatSummary(changes: Pick<AlertChange, 'name' | 'is'>[]): string {
  return CHANGE_LABELS.flatMap(({ is, word }) => {
    const titles = changes.filter((change) => change.is === is).map(({ name }) => getAlertTitle(name))
    return titles.length === 0 ? [] : [`${word}: ${titles.join('; ')}.`]
  }).join(' ')
}
