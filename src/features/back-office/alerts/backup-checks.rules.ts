import { formatAge } from '#shared/pluralize.ts'
import type { HealthCheck } from './alerts.rules.ts'

const DAY_MS = 24 * 60 * 60_000
/** Allows one nightly backup to be late. */
const MAX_AGE_MS = 2 * DAY_MS
const HOW = 'Make one every night (see "Each night" in docs/files-and-backups.md)'

type Backup = { madeAt: Date; file: string; missing: number; triedAt: Date | null; problem: string | null }

type BackupStatus = {
  /** Newest first. */
  backups: Backup[]
  /** When the first data was stored; undefined if there is a backup or no data, or outside production. */
  since: Date | undefined
  now: Date
}

/** Whether there is a usable backup. A backup that lacks files or failed its restore test does not count. */
export function checkBackups({ backups, since, now }: BackupStatus): HealthCheck {
  const name = 'backup_old'
  const good = backups.find(({ missing, problem }) => missing === 0 && problem === null)
  const [newest] = backups
  const bad =
    newest && newest !== good
      ? `The newest one, ${newest.file}, ${newest.problem === null ? 'is missing files that the academy needs.' : `could not be restored: ${newest.problem}`} `
      : ''
  const start = good?.madeAt ?? since
  if (start && now.getTime() - start.getTime() > MAX_AGE_MS) {
    const age = formatAge((now.getTime() - start.getTime()) / 1000)
    const summary = good
      ? `the newest complete backup is ${age} old (${good.file})`
      : `no complete backup was made in ${age}`
    return { name, is: 'wrong', text: `${summary}. ${bad}${HOW}`, since: new Date(start.getTime() + MAX_AGE_MS) }
  }
  if (bad !== '') return { name, is: 'wrong', text: `${bad}Find out why, and make another` }
  if (!good) return { name, is: 'fine', text: `none yet. ${HOW}` }
  const age = formatAge((now.getTime() - good.madeAt.getTime()) / 1000)
  const tried = good.triedAt ? 'and passed a test restore' : 'and has not been tested: use try-backup'
  return { name, is: 'fine', text: `the newest was made ${age} ago (${good.file}) ${tried}` }
}
