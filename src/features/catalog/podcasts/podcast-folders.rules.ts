import { z } from 'zod'
import {
  fileName,
  type Finding,
  group,
  productKeys,
} from '#features/foundation/product-folders/product-folders.contract.ts'

export const PodcastFile = group({
  ...productKeys,
  launch_date: z.iso.date('must be a date such as 2026-01-15'),
  audio: fileName.optional(),
  video: fileName.optional(),
  captions: fileName.optional(),
  poster: fileName.optional(),
})

export function checkPodcast(raw: unknown): Finding[] {
  const { audio, video } = z
    .looseObject({ audio: z.unknown(), video: z.unknown() })
    .catch({ audio: '', video: undefined })
    .parse(raw)
  if (audio === undefined && video === undefined) return [{ path: [], message: 'either audio or video is missing' }]
  if (audio === undefined || video === undefined) return []
  return [{ path: ['video'], message: 'video cannot stand beside audio: give only one of them' }]
}
