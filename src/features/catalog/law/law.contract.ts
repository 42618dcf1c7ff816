import { z } from 'zod'
import {
  dateField,
  groupField,
  itemsField,
  lineField,
} from '#features/foundation/product-folders/product-fields.contract.ts'
import { line, text, typedAs } from '#features/foundation/product-folders/product-folders.contract.ts'
import { readDate } from '#shared/typed-dates.ts'

// These are a lecture's law fields as they are written in a folder, typed in the studio, and read by learners.

const MAX_SOURCES = 20
const MAX_ADDRESS_LENGTH = 1_000

const day = typedAs(line, readDate)

const HTTPS = 'must be a web address that starts with https://'

const sourceFields = {
  name: lineField(line, { label: 'Source', hint: 'The usual name, such as Federal Rule of Civil Procedure 35.' }),
  link: lineField(
    text
      .max(MAX_ADDRESS_LENGTH, `must be at most ${MAX_ADDRESS_LENGTH.toLocaleString('en')} characters`)
      .pipe(z.url({ protocol: /^https$/, hostname: z.regexes.domain, error: HTTPS }).startsWith('https://', HTTPS))
      .optional(),
    { label: 'Source link', hint: 'Optional. Starts with https://.' },
  ),
}

export const lawField = groupField(
  {
    as_of: dateField(day, { label: 'Legal content reviewed', hint: 'The day it was last checked.' }),
    look_again_by: dateField(day.optional(), {
      label: 'Next review',
      hint: 'The studio reminds you starting 30 days before this date.',
    }),
    sources: itemsField(sourceFields, {
      label: 'Sources',
      limit: (sources) => sources.max(MAX_SOURCES, `must have at most ${MAX_SOURCES} sources`).default([]),
      stored: 'column',
    }),
  },
  {
    label: 'Legal references',
    hint: 'Learners see the review date and sources below the lecture. Leave blank to show nothing.',
    rule: (law) =>
      law.refine(({ as_of: asOf, look_again_by: until }) => until === undefined || until > asOf, {
        path: ['look_again_by'],
        error: 'must be later than the date of the last review',
      }),
  },
)

export const LawView = z.object({
  as_of: z.iso.date().describe('The date of the last review.'),
  look_again_by: z.iso.date().nullable(),
  is_due: z.boolean().describe('Whether that date has passed.'),
  sources: z.array(z.object({ name: z.string(), link: z.string().nullable() })),
})

export type LawView = z.infer<typeof LawView>
