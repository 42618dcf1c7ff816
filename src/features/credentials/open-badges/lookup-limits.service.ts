import {
  rateLimitsForAddress,
  assertWithinRateLimits,
  consumeRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { UNKNOWN_CERTIFICATE_LIMIT } from './credentials.rules.ts'

type LookupDeps = Pick<Deps, 'config' | 'db' | 'now'>

/** Rejects clients that asked for too many unknown certificates. Valid ones stay visible however many others look. */
export async function enforceLookupLimit(deps: LookupDeps, address: string): Promise<void> {
  await assertWithinRateLimits(deps, deps.db, rateLimitsForAddress(UNKNOWN_CERTIFICATE_LIMIT, address))
}

export async function countFailedLookup(deps: LookupDeps, address: string): Promise<void> {
  for (const [limit, subject] of rateLimitsForAddress(UNKNOWN_CERTIFICATE_LIMIT, address))
    await consumeRateLimit(deps, deps.db, limit, subject)
}
