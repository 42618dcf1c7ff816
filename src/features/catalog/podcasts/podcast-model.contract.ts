import { z } from 'zod'
import type { PlanFields } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { dateField, fileField, type PlanOf } from '#features/foundation/product-folders/product-fields.contract.ts'
import { fileName, type Finding, line, typedAs } from '#features/foundation/product-folders/product-folders.contract.ts'
import { readDate } from '#shared/typed-dates.ts'

export const PODCAST_FIELDS = {
  launch_date: dateField(typedAs(line, readDate), {
    label: 'Release date',
    missing: 'Please choose a date.',
    report: 'launch_date',
  }),
  audio: fileField(fileName.optional(), {
    label: 'Audio',
    hint: 'Add audio or a video, not both.',
    use: 'audio',
    within: 'media',
  }),
  video: fileField(fileName.optional(), { label: 'Video', use: 'video', within: 'media' }),
  captions: fileField(fileName.optional(), { label: 'Captions', use: 'captions', within: 'media' }),
  poster: fileField(fileName.optional(), {
    label: 'Poster',
    use: 'picture',
    within: 'media',
    audience: 'everybody',
  }),
}

export type PodcastPlan = PlanFields & PlanOf<typeof PODCAST_FIELDS>

export function checkPodcast(raw: unknown): Finding[] {
  const { audio, video } = z
    .looseObject({ audio: z.unknown(), video: z.unknown() })
    .catch({ audio: '', video: undefined })
    .parse(raw)
  if (audio === undefined && video === undefined)
    return [{ path: [], message: 'a podcast needs audio or video: add one' }]
  if (audio === undefined || video === undefined) return []
  return [{ path: ['video'], message: 'a podcast can’t have both audio and video: keep one of them' }]
}
