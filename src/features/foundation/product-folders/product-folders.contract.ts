import { z } from 'zod'
import { isSlug } from '#shared/ids.ts'
import { cents, parseCents, MIN_CHARGE_CENTS } from '#shared/money.ts'
import { tidyLine, removeInvisible } from '#shared/tidy-text.ts'
import type { Reader } from '#shared/typed-input.ts'
import { readMoney } from '#shared/typed-money.ts'
import { readAs } from '#shared/typed-schema.ts'

// These schemas are for a folder's files, for any kind of product. Every scalar arrives as text (see
// yaml-text.rules.ts).

const MAX_LINE_LENGTH = 300

const rawText = z.string('must be text; text that contains ": " needs quotes')
export const text = rawText.overwrite(removeInvisible).trim().min(1, 'must not be empty')
/** A name or title. Any text is accepted, and reduced to one line of visible text. */
export const line = rawText
  .overwrite(tidyLine)
  .min(1, 'must not be empty')
  .max(MAX_LINE_LENGTH, `must be at most ${MAX_LINE_LENGTH} characters`)
/** The name of a file in the folder. It is not changed, because it may contain invisible characters. */
export const fileName = rawText
  .trim()
  .min(1, 'must not be empty')
  .max(MAX_LINE_LENGTH, `must be at most ${MAX_LINE_LENGTH} characters`)
export const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'must be a list')
export const group = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape, 'must be a group of keys')

/** A text that may be typed in several ways. The reason against it follows the name of the key. */
export const typedAs = (schema: z.ZodString, read: Reader) => readAs(schema, read, String)

const price = typedAs(text, readMoney)
  .transform((amount) => parseCents(amount) ?? cents(0))
  .refine((amount) => amount === 0 || amount >= MIN_CHARGE_CENTS, 'must be 0 or at least 0.50, the card minimum')

const position = text
  .regex(/^\d{1,4}$/, 'must be a whole number')
  .transform(Number)
  .default(0)

/** If this key is missing, the product is for sale. */
const published = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((word) => word === 'true')
  .default(true)

/** Downloadable files. `folder-reading.service.ts` resolves them. */
export const handouts = list(group({ name: line, file: fileName }))

/** Additional slugs that redirect to the product. */
const earlierAddresses = list(text.refine(isSlug, 'must be lowercase words and numbers joined by hyphens')).default([])

export const productKeys = {
  name: line,
  short: line,
  price,
  position,
  published,
  cover: fileName.optional(),
  earlier_addresses: earlierAddresses,
}

export type ProductKeys = z.output<z.ZodObject<typeof productKeys>>

export type Finding = { path: readonly PropertyKey[]; message: string }

/** A check that a schema can't express. It receives the input even if that is invalid. */
export type Check = (raw: unknown) => Finding[]
