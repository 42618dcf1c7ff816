import {
  rateLimitsForAddress,
  assertWithinRateLimits,
  consumeRateLimit,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { hasCertificate } from './credentials.queries.ts'
import { UNKNOWN_CERTIFICATE_LIMIT } from './credentials.rules.ts'

type LookupDeps = Pick<Deps, 'config' | 'db' | 'now'>

/**
 * Rejects unknown certificate IDs from clients that requested too many of them, so that floods of requests render no
 * pages. Existing IDs are never rejected: a whole office may share one IP address, and no one can guess 160 random
 * bits.
 */
export async function enforceLookupLimit(deps: LookupDeps, address: string, id: string): Promise<void> {
  try {
    await assertWithinRateLimits(deps, deps.db, rateLimitsForAddress(UNKNOWN_CERTIFICATE_LIMIT, address))
  } catch (error) {
    if (!(await hasCertificate(deps.db, id))) throw error
  }
}

export async function countFailedLookup(deps: LookupDeps, address: string): Promise<void> {
  for (const [limit, subject] of rateLimitsForAddress(UNKNOWN_CERTIFICATE_LIMIT, address))
    await consumeRateLimit(deps, deps.db, limit, subject)
}
