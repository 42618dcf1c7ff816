import { z } from 'zod'
import type { MarkdownText } from '#shared/markdown.ts'
import { removeInvisible } from '#shared/tidy-text.ts'

// A product while it is worked on in the studio. It is called by the same words as in its folder, every text is as it was typed, and anything may be
// missing. What stands in these schemas is all that the studio demands of it before publishing; what else a plan holds is kept as it is.

const MAX_TEXT_LENGTH = 100_000
const MAX_LINE_LENGTH = 5_000

/** A text of any length that a person types. */
export const longText = z
  .string('Please enter text.')
  .overwrite(removeInvisible)
  .max(MAX_TEXT_LENGTH, `Please use at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters.`)
export const shortText = z
  .string('Please enter text.')
  .overwrite(removeInvisible)
  .max(MAX_LINE_LENGTH, `Please use at most ${MAX_LINE_LENGTH.toLocaleString('en')} characters.`)

/** The id of a row of `files`; null where there is none yet. */
export const fileId = z.uuid().nullable()

/** Names one of a list for good. */
export const itemId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'An id is made of lower-case words, numbers and hyphens.')

/** A list whose members are known by their ids. */
export const itemList = <Item extends z.ZodType<{ id: string }>>(item: Item) =>
  z
    .array(item)
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Two of this list have the same id. Please load the page again.',
    )

export const handoutPlans = z.array(z.looseObject({ name: shortText, file: fileId })).max(100)

/** What the plan of every product has. */
export const planKeys = {
  address: shortText,
  name: shortText,
  short: shortText,
  price: shortText,
  description: longText,
  cover: fileId,
}

const PlanFields = z.looseObject(planKeys)

export type PlanFields = z.infer<typeof PlanFields>

/** Something that must be mended before publishing. `at` leads to it by the names of fields and the ids of what stands in lists. */
export type PlanFinding = { at: string[]; message: string }

/** A text of a plan. `at` leads to it as in findings. */
export type LocatedText = MarkdownText & { at: string[] }
