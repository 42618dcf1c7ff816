import { toLawView } from '#features/catalog/law/law.public.ts'
import { listCoverImages, sampleAddressFor } from '#features/foundation/media/media.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import { findSample } from './samples.queries.ts'
import { PLAY_LIMIT } from './samples.rules.ts'

const sampleNotFoundError = () => new AppError('not_found', 'This course has no free lecture.')

/** Returns public data about the sample. The media URLs come from `getSampleMediaUrls`. */
export async function getSample(deps: Pick<Deps, 'db' | 'now'>, slug: string) {
  const sample = await findSample(deps.db, slug)
  if (!sample) throw sampleNotFoundError()
  const { course, lecture, poster } = sample
  const covers = await listCoverImages(deps.db, [course])
  const { timeZone } = await readSite(deps.db)
  return {
    ...sample,
    images: covers.get(course.id) ?? [],
    posterUrl: poster && imageAddress(poster.id, poster.name),
    law: lecture.law && toLawView(lecture.law, formatDay(deps.now(), timeZone)),
    updatedOn: formatDay(course.updatedAt, timeZone),
    transcript: sample.transcript ?? [],
  }
}

/** Returns the URLs of the sample's two files, which anyone can use for an hour or two. */
export async function getSampleMediaUrls(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  { slug, ip }: { slug: string; ip: string },
) {
  await enforceAddressRateLimit(deps, deps.db, PLAY_LIMIT, ip)
  const sample = await findSample(deps.db, slug)
  if (!sample?.recording) throw sampleNotFoundError()
  const { recording, captions } = sample
  return { recording: sampleAddressFor(deps, recording), captions: captions && sampleAddressFor(deps, captions) }
}
