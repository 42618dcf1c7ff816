import { z } from 'zod'
import type { MarkdownText } from '#shared/markdown.ts'
import { removeInvisible } from '#shared/tidy-text.ts'

// These are the schemas of a product that is edited in the studio. The keys are those of a folder. Texts are stored as
// typed, and anything may be missing, because the studio requires only these schemas until the product is published.
// Unknown keys are preserved.

const MAX_TEXT_LENGTH = 100_000
const MAX_LINE_LENGTH = 5_000

/** Typed text that may have many lines. */
export const longText = z
  .string('Please enter text.')
  .overwrite(removeInvisible)
  .max(MAX_TEXT_LENGTH, `Please use at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters.`)
export const shortText = z
  .string('Please enter text.')
  .overwrite(removeInvisible)
  .max(MAX_LINE_LENGTH, `Please use at most ${MAX_LINE_LENGTH.toLocaleString('en')} characters.`)

/** The ID of a row in `files`, or null if there is no file yet. */
export const fileId = z.uuid().nullable()

/** The permanent ID of a list item. */
export const itemId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'An ID can have only lowercase letters, digits, and hyphens.')

/** A list whose items are identified by ID. */
export const itemList = <Item extends z.ZodType<{ id: string }>>(item: Item) =>
  z
    .array(item)
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Two items in this list have the same ID. Reload the page.',
    )

export const handoutPlans = z.array(z.looseObject({ name: shortText, file: fileId })).max(100)

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

/** An error to fix before publishing. `at` is a path of field names and IDs of list items. */
export type PlanFinding = { at: string[]; message: string }

export type LocatedText = MarkdownText & { at: string[] }
