import type { AudioObject, LearningResource, VideoObject } from 'schema-dts'
import { getProductPage, getShareImage } from '#shared/kinds.ts'
import { pageAddress } from '#shared/pages.ts'
import { buildPublisherData } from '#web/shell/linked-data.ts'
import type { Site } from '#web/shell/site.ts'
import type { Sample } from '../samples.contract.ts'

/** Describes the free lecture in schema.org's vocabulary, without media URLs, because those expire. */
export function buildSampleJsonLd(site: Site, sample: Sample): VideoObject | AudioObject | LearningResource {
  const { public_url: origin } = site
  const page = origin + pageAddress('/Course/:id/Sample/', { id: sample.course_id })
  const described = {
    '@id': page,
    url: page,
    name: sample.lecture_name,
    description: sample.lecture_description,
    thumbnailUrl: origin + (sample.posterURL ?? getShareImage('course', sample.course_id)),
  }
  const published = {
    inLanguage: 'en',
    isAccessibleForFree: true,
    isPartOf: {
      '@type': 'Course',
      '@id': origin + getProductPage('course', sample.course_id),
      name: sample.course_name,
    },
    publisher: buildPublisherData(site),
  } as const
  if (sample.kind === 'text')
    return { '@type': 'LearningResource', ...described, ...published, dateModified: sample.updated_on }
  return {
    '@type': sample.kind === 'audio' ? 'AudioObject' : 'VideoObject',
    ...described,
    uploadDate: sample.updated_on,
    ...published,
    ...(sample.seconds !== null && { duration: `PT${Math.max(1, Math.floor(sample.seconds))}S` }),
    ...(sample.transcript.length > 0 && { transcript: sample.transcript.map(({ text }) => text).join(' ') }),
  }
}
