import { getCredentialText } from '#features/credentials/open-badges/credentials.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { drawInWorker } from '#platform/draw-in-worker.ts'
import { AppError } from '#shared/app-error.ts'
import { getClaim } from '#shared/certificate-claim.ts'
import type { drawBadge as drawing } from './badge.picture.ts'
import { findCertificateCourse } from './badges.queries.ts'
import { badgeFileName, BADGE_LIMIT } from './badges.rules.ts'

const drawBadge = drawInWorker<typeof drawing>(new URL('badge.picture.ts', import.meta.url), 'drawBadge', 'pictures')

/** The badge of a member's own certificate. Throws `not_found` or `too_many_requests`. */
export async function getBadgeFile(
  deps: Pick<Deps, 'db' | 'config' | 'now' | 'log'>,
  memberId: string,
  id: string,
): Promise<{ name: string; content: Buffer }> {
  const found = await findCertificateCourse(deps.db, memberId, id)
  if (!found) throw new AppError('not_found', 'This isn’t one of your certificates.')
  if (found.revokedAt) throw new AppError('not_found', 'This certificate was revoked, so it has no badge.')
  const { courseName: course } = found
  await enforceRateLimit(deps, deps.db, BADGE_LIMIT, memberId)
  const [{ name: issuer }, credential] = await Promise.all([readSite(deps.db), getCredentialText(deps, id)])
  if (credential === undefined)
    throw new AppError('not_found', 'This academy doesn’t sign certificates, so there is no badge.')
  return {
    name: badgeFileName({ id, courseName: course }),
    content: await drawBadge({ issuer, course, claim: getClaim(found), credential }),
  }
}
