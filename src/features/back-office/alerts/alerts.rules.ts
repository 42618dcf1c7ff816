/** Everything that must wake somebody: how mails call it, and which line of `doctor` tells it. */
export const ALERTS = {
  lost_payment: { title: 'A payment opened nothing', line: 'payments' },
  failed_refund: { title: 'A refund has failed', line: 'refunds' },
  open_dispute: { title: 'A dispute waits for an answer', line: 'disputes' },
  mail_failing: { title: 'No mail gets through', line: 'mails' },
  disk_low: { title: 'The disk is almost full', line: 'disk' },
  backup_old: { title: 'There is no backup of late', line: 'backup' },
  certificate_ending: { title: 'The certificate of the site ends', line: 'certificate' },
  jobs_waiting: { title: 'Jobs are not done', line: 'jobs' },
  jobs_given_up: { title: 'Jobs were given up', line: 'failed jobs' },
  address_unconfirmed: { title: 'The address of the academy has changed', line: 'former address' },
  credentials_unsigned: { title: 'Certificates are not signed', line: 'credentials' },
  alerts_undelivered: { title: 'Alerts do not arrive', line: 'alerts' },
} as const

export type AlertName = keyof typeof ALERTS
export const ALERT_NAMES = Object.keys(ALERTS) as AlertName[]

/** One look at what may need somebody. `unknown`: it could not be asked, so that nothing begins and nothing is over. */
export type HealthCheck = {
  name: AlertName
  is: 'fine' | 'wrong' | 'unknown'
  /** What is wrong and what to do; or what is fine. Of orders nothing but their numbers. */
  text: string
  /** Undefined where nobody knows: since it was first found. */
  since?: Date | undefined
  /** Numbers of orders or payments: one that comes later is told at once. */
  about?: string[]
}

/** An alert as it was told. */
export type Alert = { name: string; text: string; about: string[]; since: Date; seenAt: Date; toldAt: Date }

/** What is told of one alert: that it has begun or grown, that it lasts, that it is over. */
export type AlertChange = { name: string; is: 'new' | 'lasts' | 'over'; text: string; since: Date }

const HOUR_MS = 60 * 60_000
/** How often each is told while it lasts. */
const REPEAT_INTERVAL_MS = 24 * HOUR_MS
/** Those that were told so long ago are told along with one whose day is over: one mail a day, not one for each. */
const DIGEST_WINDOW_MS = 12 * HOUR_MS
/** What comes and goes within minutes begins and ends once. */
const FLAP_WINDOW_MS = 15 * 60_000

/**
 * What to tell now, and which alerts there are after it. Of names that this version does not look at, which another one wrote, nothing is
 * said and nothing is changed.
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
    return is !== 'fine' && alert !== undefined && getAge(now, alert.toldAt) >= REPEAT_INTERVAL_MS
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
    const isRepeated = alert && isDayOver && getAge(now, alert.toldAt) >= DIGEST_WINDOW_MS
    if (isNew || isRepeated) changes.push({ name, is: isNew ? 'new' : 'lasts', text: found.text, since: found.since })
    active.push({ ...found, seenAt: now, toldAt: alert && !isNew && !isRepeated ? alert.toldAt : now })
  }
  return { changes, active, over }
}

function getAge(now: Date, time: Date): number {
  return now.getTime() - time.getTime()
}

export function getAlertTitle(name: string): string {
  // A job may have been stored by another version.
  return (ALERTS as Record<string, { title: string }>)[name]?.title ?? name
}

const CHANGE_LABELS = [
  { is: 'new', word: 'Needs you' },
  { is: 'lasts', word: 'Still needs you' },
  { is: 'over', word: 'Over' },
] as const

/** One line for all: 'Needs you: The disk is almost full. Over: No mail gets through.' */
export function formatSummary(changes: Pick<AlertChange, 'name' | 'is'>[]): string {
  return CHANGE_LABELS.flatMap(({ is, word }) => {
    const titles = changes.filter((change) => change.is === is).map(({ name }) => getAlertTitle(name))
    return titles.length === 0 ? [] : [`${word}: ${titles.join('; ')}.`]
  }).join(' ')
}
