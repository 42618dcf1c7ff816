import { z } from 'zod'
import { longText, shortText } from '#features/foundation/product-folders/draft-plans.contract.ts'
import { group, line, list, text } from '#features/foundation/product-folders/product-folders.contract.ts'
import { isDay } from '#shared/iso-dates.ts'

// A lecture's law as written in a folder, typed in the studio, and read by learners.

const MAX_SOURCES = 20
const MAX_ADDRESS_LENGTH = 1_000

const DAY = 'must be a day such as 2026-01-31'
const day = z.string(DAY).trim().refine(isDay, DAY)

const Source = group({
  name: line,
  link: text
    .max(MAX_ADDRESS_LENGTH, `must be at most ${MAX_ADDRESS_LENGTH} characters`)
    .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'must be an https address' }))
    .optional(),
})

export const LawFile = group({
  as_of: day,
  look_again_by: day.optional(),
  sources: list(Source).max(MAX_SOURCES, `must hold at most ${MAX_SOURCES}`).default([]),
}).refine(({ as_of: asOf, look_again_by: until }) => until === undefined || until > asOf, {
  path: ['look_again_by'],
  error: 'must be a later day than that on which the law was checked',
})

export const BLANK_LAW = { as_of: '', look_again_by: '', sources: [] }

/** Plans from before lectures had a law have none. */
export const LawPlan = z
  .looseObject({
    as_of: shortText,
    look_again_by: shortText,
    sources: z.array(z.looseObject({ name: shortText, link: longText })).max(100),
  })
  .default(BLANK_LAW)

export const LawView = z.object({
  as_of: z.iso.date().describe('The day on which it was last checked.'),
  look_again_by: z.iso.date().nullable(),
  is_due: z.boolean().describe('That day has passed.'),
  sources: z.array(z.object({ name: z.string(), link: z.string().nullable() })),
})

export type LawView = z.infer<typeof LawView>
