import { createHmac } from 'node:crypto'
import type { Executor } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import type { Limit } from './accounts.rules.ts'
import { countHit } from './throttles.queries.ts'

type ThrottleDeps = Pick<Deps, 'config' | 'now'>

/** Names what is counted without keeping anybody's address. */
export function throttleKey({ config }: Pick<Deps, 'config'>, limit: Limit, subject: string): string {
  return createHmac('sha256', config.appSecret).update(`${limit.what}:${subject.toLowerCase()}`).digest('base64url')
}

/** Counts a try. Returns the seconds to wait when there were too many, undefined when it may go on. */
export async function secondsToWait(
  { config, now }: ThrottleDeps,
  db: Executor,
  limit: Limit,
  subject: string,
): Promise<number | undefined> {
  const time = now()
  const { hits, resetsAt } = await countHit(db, {
    key: throttleKey({ config }, limit, subject),
    now: time,
    resetsAt: new Date(time.getTime() + limit.windowMs),
  })
  if (hits <= limit.hits) return undefined
  return Math.max(1, Math.ceil((resetsAt.getTime() - time.getTime()) / 1000))
}

/** Counts a try and refuses it when there were too many. */
export async function throttle(needs: ThrottleDeps, db: Executor, limit: Limit, subject: string): Promise<void> {
  const seconds = await secondsToWait(needs, db, limit, subject)
  if (seconds !== undefined) throw tooMany(seconds)
}

function tooMany(seconds: number): AppError {
  const wait = seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return new AppError('too_many_requests', `Too many attempts. Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
