import { createHmac } from 'node:crypto'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { RateLimit } from '#shared/rate-limit.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { countHits, findOpenWindows, deleteHits, openWindow, uncountHits } from './rate-limits.queries.ts'
import { CLIENTS_PER_WIDER_NETWORK } from './network-limits.rules.ts'

export type RateLimitEntry = [limit: RateLimit, subject: string]

type RateLimitDeps = Pick<Deps, 'config' | 'now'>

/** Returns the key of a limit. It is hashed, so that no IP or email address is stored. */
export function getRateLimitKey({ config }: Pick<Deps, 'config'>, limit: RateLimit, subject: string): string {
  return createHmac('sha256', config.appSecret).update(`${limit.what}:${subject.toLowerCase()}`).digest('base64url')
}

/** Counts an attempt. Returns the number of seconds to wait if there were too many, otherwise undefined. */
export async function consumeRateLimit(
  { config, now }: RateLimitDeps,
  db: Executor,
  limit: RateLimit,
  subject: string,
): Promise<number | undefined> {
  const time = now()
  const [counted] = await countHits(db, {
    keys: [getRateLimitKey({ config }, limit, subject)],
    now: time,
    resetsAt: new Date(time.getTime() + limit.windowMs),
  })
  if (!counted) throw new Error('A try was not counted')
  if (counted.hits <= limit.hits) return undefined
  return Math.max(1, Math.ceil((counted.resetsAt.getTime() - time.getTime()) / 1000))
}

/** Counts an attempt for each of these subjects in one statement, and returns those with too many attempts. */
export async function filterOverRateLimit(
  { config, now }: RateLimitDeps,
  db: Executor,
  limit: RateLimit,
  subjects: readonly string[],
): Promise<Set<string>> {
  const byKey = new Map(subjects.map((subject) => [getRateLimitKey({ config }, limit, subject), subject]))
  const time = now()
  const counted = await countHits(db, {
    keys: [...byKey.keys()],
    now: time,
    resetsAt: new Date(time.getTime() + limit.windowMs),
  })
  return new Set(counted.flatMap(({ key, hits }) => (hits > limit.hits ? [byKey.get(key) ?? ''] : [])))
}

export async function enforceRateLimit(
  needs: RateLimitDeps,
  db: Executor,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const seconds = await consumeRateLimit(needs, db, limit, subject)
  if (seconds !== undefined) throw tooManyAttemptsError(seconds, limit.says)
}

/** Returns the rate limits for an IP address: one for its network and, with IPv6, one for the wider network. */
export function rateLimitsForAddress(limit: RateLimit, address: string): RateLimitEntry[] {
  const { network, wider } = clientKeyFor(address)
  if (wider === undefined) return [[limit, network]]
  const inAll = { ...limit, what: `${limit.what}-wider`, hits: limit.hits * CLIENTS_PER_WIDER_NETWORK }
  return [
    [limit, network],
    [inAll, wider],
  ]
}

/** Counts an attempt for an IP address. Throws if there were too many from its network. */
export async function enforceAddressRateLimit(
  needs: RateLimitDeps,
  db: Executor,
  limit: RateLimit,
  address: string,
): Promise<void> {
  for (const [each, subject] of rateLimitsForAddress(limit, address)) await enforceRateLimit(needs, db, each, subject)
}

/** Throws if one of these limits is reached. Doesn't count an attempt. */
export async function assertWithinRateLimits(
  needs: RateLimitDeps,
  db: Executor,
  counts: RateLimitEntry[],
): Promise<void> {
  const time = needs.now()
  const limits = new Map(counts.map(([limit, subject]) => [getRateLimitKey(needs, limit, subject), limit]))
  const open = await findOpenWindows(db, [...limits.keys()], time)
  const waits = open.flatMap(({ key, hits, resetsAt }) => {
    const limit = limits.get(key)
    const wait = resetsAt.getTime() - time.getTime()
    // If a window is longer than the limit's, it was opened before the clock was set back, so it is ignored.
    return limit && hits >= limit.hits && wait <= limit.windowMs ? [Math.ceil(wait / 1000)] : []
  })
  if (waits.length > 0) throw tooManyAttemptsError(Math.max(...waits))
}

export async function uncountAttempts(needs: RateLimitDeps, db: Executor, counts: RateLimitEntry[]): Promise<void> {
  await uncountHits(db, getKeys(needs, counts))
}

export async function resetAttempts(needs: RateLimitDeps, db: Executor, counts: RateLimitEntry[]): Promise<void> {
  await deleteHits(db, getKeys(needs, counts))
}

/**
 * Remembers something for the duration of the limit's window. Of several concurrent requests, only one gets `isNew`.
 */
export async function remember(
  needs: RateLimitDeps,
  db: Executor,
  counted: RateLimitEntry,
): Promise<{ isNew: boolean }> {
  const [limit, subject] = counted
  const now = needs.now()
  const resetsAt = new Date(now.getTime() + limit.windowMs)
  return openWindow(db, { key: getRateLimitKey(needs, limit, subject), now, resetsAt })
}

export async function isRemembered(needs: RateLimitDeps, db: Executor, counted: RateLimitEntry): Promise<boolean> {
  return (await findOpenWindows(db, getKeys(needs, [counted]), needs.now())).length > 0
}

function getKeys(needs: RateLimitDeps, counts: RateLimitEntry[]): string[] {
  return counts.map(([limit, subject]) => getRateLimitKey(needs, limit, subject))
}

function tooManyAttemptsError(seconds: number, says = 'Too many attempts.'): AppError {
  const wait = seconds < 90 ? pluralize(seconds, 'second') : pluralize(Math.ceil(seconds / 60), 'minute')
  return new AppError('too_many_requests', `${says} Try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
