import { lawToRead } from '#features/catalog/law/law.public.ts'
import { imagesOf, sampleAddressFor } from '#features/foundation/media/media.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import { imageAddress } from '#shared/image-address.ts'
import { findSample } from './samples.queries.ts'
import { PLAYS } from './samples.rules.ts'

const noSample = () => new AppError('not_found', 'This course has no sample.')

/** What everybody may know of the sample, and read of it; where it plays is asked for by `addressesOfSample`. */
export async function sampleOf(deps: Pick<Deps, 'db' | 'now'>, slug: string) {
  const sample = await findSample(deps.db, slug)
  if (!sample) throw noSample()
  const { course, lecture, poster } = sample
  const covers = await imagesOf(deps.db, [course])
  const { timeZone } = await readSite(deps.db)
  return {
    ...sample,
    images: covers.get(course.id) ?? [],
    posterUrl: poster && imageAddress(poster.id, poster.name),
    law: lecture.law && lawToRead(lecture.law, dayOf(deps.now(), timeZone)),
    updatedOn: dayOf(course.updatedAt, timeZone),
    transcript: sample.transcript ?? [],
  }
}

/** The addresses of its two files: for anybody, for an hour or two. */
export async function addressesOfSample(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  { slug, ip }: { slug: string; ip: string },
) {
  await throttleAddress(deps, deps.db, PLAYS, ip)
  const sample = await findSample(deps.db, slug)
  if (!sample) throw noSample()
  const { video, captions } = sample
  return { video: sampleAddressFor(deps, video), captions: captions && sampleAddressFor(deps, captions) }
}
