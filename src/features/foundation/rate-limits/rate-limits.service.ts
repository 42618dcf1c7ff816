import { createHmac } from 'node:crypto'
import type { Executor } from '#db/open.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { counted } from '#shared/counted.ts'
import type { Limit } from '#shared/limit.ts'
import { placeOf } from '#platform/network.ts'
import { countHit, findOpenWindows, forgetHits, openWindow, refundHits } from './rate-limits.queries.ts'
import { PLACES_OF_WIDER_NETWORK } from './rate-limits.rules.ts'

/** A limit and what it is counted for. */
export type Counted = [limit: Limit, subject: string]

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
  if (seconds !== undefined) throw tooMany(seconds, limit.says)
}

/** What is counted for an IP address: tries of its network, and of the wider one that it may lie in. */
export function countsOfAddress(limit: Limit, address: string): Counted[] {
  const { network, wider } = placeOf(address)
  if (wider === undefined) return [[limit, network]]
  const inAll = { ...limit, what: `${limit.what}-wider`, hits: limit.hits * PLACES_OF_WIDER_NETWORK }
  return [
    [limit, network],
    [inAll, wider],
  ]
}

/** Counts a try of an IP address and refuses it when there were too many, from there or from around it. */
export async function throttleAddress(needs: ThrottleDeps, db: Executor, limit: Limit, address: string): Promise<void> {
  for (const [each, subject] of countsOfAddress(limit, address)) await throttle(needs, db, each, subject)
}

/** Refuses, without counting anything, when one of these was counted so often already. */
export async function refuseUsedUp(needs: ThrottleDeps, db: Executor, counts: Counted[]): Promise<void> {
  const time = needs.now()
  const limits = new Map(counts.map(([limit, subject]) => [throttleKey(needs, limit, subject), limit]))
  const open = await findOpenWindows(db, [...limits.keys()], time)
  const waits = open.flatMap(({ key, hits, resetsAt }) => {
    const limit = limits.get(key)
    const wait = resetsAt.getTime() - time.getTime()
    // A longer one was opened before the clock was set back: it is not waited for.
    return limit && hits >= limit.hits && wait <= limit.windowMs ? [Math.ceil(wait / 1000)] : []
  })
  if (waits.length > 0) throw tooMany(Math.max(...waits))
}

/** Takes one try off each count, because it turned out to be a right one. */
export async function takeBackTries(needs: ThrottleDeps, db: Executor, counts: Counted[]): Promise<void> {
  await refundHits(db, keysOf(needs, counts))
}

/** Forgets all tries that were counted. */
export async function forgetTries(needs: ThrottleDeps, db: Executor, counts: Counted[]): Promise<void> {
  await forgetHits(db, keysOf(needs, counts))
}

/** Remembers something for the length of the limit's window. Of many calls at once only one is told that it is new. */
export async function remember(needs: ThrottleDeps, db: Executor, counted: Counted): Promise<{ isNew: boolean }> {
  const [limit, subject] = counted
  const now = needs.now()
  const resetsAt = new Date(now.getTime() + limit.windowMs)
  return openWindow(db, { key: throttleKey(needs, limit, subject), now, resetsAt })
}

export async function isRemembered(needs: ThrottleDeps, db: Executor, counted: Counted): Promise<boolean> {
  return (await findOpenWindows(db, keysOf(needs, [counted]), needs.now())).length > 0
}

function keysOf(needs: ThrottleDeps, counts: Counted[]): string[] {
  return counts.map(([limit, subject]) => throttleKey(needs, limit, subject))
}

function tooMany(seconds: number, says = 'Too many attempts.'): AppError {
  const wait = seconds < 90 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute')
  return new AppError('too_many_requests', `${says} Please try again in ${wait}.`, {
    retryAfterSeconds: seconds,
  })
}
