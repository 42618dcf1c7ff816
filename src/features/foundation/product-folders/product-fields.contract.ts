import { z } from 'zod'
import type { ProductFile } from '#features/foundation/products/product-draft.contract.ts'
import { fileId, longText, shortText } from './draft-plans.contract.ts'
import { fileName, group, line, list } from './product-folders.contract.ts'

// This is the content model of a product. It defines each field once: its schemas for folders and drafts, its column,
// and its labels in the studio. `product-fields.rules.ts` and `product-models.service.ts` derive everything else.

type Words = {
  /** The label in the studio's form and in lists of changes. */
  label: string
  hint?: string
  /** The name in an import's report of changes, if it differs from the key. */
  report?: string
  /** The studio's message when a required field is empty. */
  missing?: string
}

export const FIELD_TYPES = [
  ...(['line', 'hours', 'date', 'text', 'markdown', 'lines', 'choice', 'flag', 'file', 'handouts'] as const),
  ...(['group', 'items', 'section'] as const),
] as const
type FieldStorage = 'column' | 'flag' | 'file' | 'elsewhere'

/** A field of a product's page, or of a part of it. Folders and drafts use the same key for it. */
export type Field = Words & {
  type: (typeof FIELD_TYPES)[number]
  /**
   * How the value is stored: in the column named after the key, or `elsewhere` if the code for the kind of product
   * saves and loads it.
   */
  stored: FieldStorage
  /** The schema of the value in a folder. */
  file: z.ZodType
  /** The schema of the value in a draft. Older drafts may lack it. */
  plan: z.ZodType
  blank: unknown
  /** False for a field that must not be copied to another product. */
  isCopied?: boolean
  /** The fields of a group, or of each item in a list. */
  fields?: Fields
  upload?: FileOptions
  /** The options of a choice. An empty value means that no option is chosen. */
  options?: Option[]
  /** The names of a flag's two values in an import's report. */
  states?: readonly [off: string, on: string]
  /** Converts a draft's value to the folder's form. */
  write?(plan: never): unknown
}

export type Fields = Readonly<Record<string, Field>>

/** A part of a draft that has its own editor and is not a field of the page. */
export type Section = Pick<Field, 'plan' | 'blank'> & SectionWords

type SectionWords = Pick<Field, 'label' | 'hint'> & {
  type?: Field['type']
  fields?: Readonly<Record<string, SectionWords>>
}

type Option = { value: string; label: string }

type FileOptions = {
  use: 'video' | 'audio' | 'captions' | 'picture' | 'handout'
  /** The subfolder in which an export puts this file, or '' for the product's own folder. */
  within: string
  audience?: 'owners' | 'everybody'
}

export const optionalLine = line.default('')

export const lineField = <File extends z.ZodType>(file: File, words: Words) => ({
  ...words,
  ...({ type: 'line', stored: 'column', plan: shortText.default(''), blank: '' } as const),
  file,
})

export const dateField = <File extends z.ZodType>(file: File, words: Words) => ({
  ...lineField(file, words),
  type: 'date' as const,
})

export const choiceField = <File extends z.ZodType>(file: File, words: Words & { options: Option[] }) => ({
  ...lineField(file, words),
  options: words.options,
  type: 'choice' as const,
})

export const hoursField = <File extends z.ZodType>(file: File, words: Words) => ({
  ...lineField(file, words),
  type: 'hours' as const,
})

/** A field for text with several lines. If `type` is `markdown`, the text is rendered. */
export const textField = <File extends z.ZodType>(file: File, { type = 'text', ...words }: TextOptions) => ({
  ...words,
  ...({ stored: 'column', plan: longText.default(''), blank: '' } as const),
  type,
  file,
})

type TextOptions = Words & { type?: 'text' | 'markdown' }

export const linesField = <File extends z.ZodType, Stored extends FieldStorage = 'column'>(
  file: File,
  { stored, ...words }: Words & { stored?: Stored },
) => ({
  ...words,
  ...({ type: 'lines', blank: [] as string[] } as const),
  stored: (stored ?? 'column') as Stored,
  plan: z.array(shortText).max(200).default([]),
  file,
})

export const flagField = <Stored extends FieldStorage = 'flag'>({
  stored,
  ...words
}: Words & { stored?: Stored; states?: readonly [string, string] }) => ({
  ...words,
  ...({ type: 'flag', blank: false } as const),
  stored: (stored ?? 'flag') as Stored,
  plan: z.boolean().default(false),
  file: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((word) => word === 'true')
    .default(false),
  write: (isOn: boolean) => (isOn ? 'true' : undefined),
})

export const fileField = <File extends z.ZodType>(file: File, { use, within, audience, ...words }: FileWords) => ({
  ...words,
  ...({ type: 'file', stored: 'file', blank: null } as const),
  plan: fileId.default(null),
  upload: { use, within, ...(audience && { audience }) },
  file,
})

type FileWords = Words & FileOptions

/** Fields that must be given either all together or not at all. */
export const groupField = <F extends Fields>(
  fields: F,
  { rule = (schema) => schema, ...words }: Words & { rule?: (schema: FileGroup<F>) => FileGroup<F> },
) => ({
  ...words,
  ...({ type: 'group', stored: 'elsewhere' } as const),
  fields,
  file: rule(fileSchema(fields)).optional(),
  plan: planSchema(fields).default(() => blankPlan(fields) as never),
  blank: blankPlan(fields),
})

export const itemsField = <F extends Fields, File extends z.ZodType, Stored extends FieldStorage>(
  fields: F,
  { limit, ...words }: Words & { limit: (schema: z.ZodArray<FileGroup<F>>) => File; stored: Stored },
) => ({
  ...words,
  type: 'items' as const,
  fields,
  file: limit(list(fileSchema(fields))),
  plan: z.array(planSchema(fields)).max(100).default([]),
  blank: [] as PlanOf<F>[],
})

/** A list of files to download, each with a name. */
export const handoutsField = <File extends z.ZodType>(
  words: Words & { limit: (schema: z.ZodArray<FileGroup<typeof handoutFields>>) => File },
) => ({ ...itemsField(handoutFields, { ...words, stored: 'elsewhere' }), type: 'handouts' as const })

const handoutFields = {
  name: lineField(line, { label: 'Name' }),
  file: fileField(fileName, { label: 'File', use: 'handout', within: 'files' }),
}

type FileShape<F extends Fields> = { [Key in keyof F]: F[Key]['file'] }
type FileGroup<F extends Fields> = ReturnType<typeof group<FileShape<F>>>
export type Plans = Readonly<Record<string, { plan: z.ZodType }>>
type PlanShape<P extends Plans> = { [Key in keyof P]: P[Key]['plan'] }

export function fileShape<F extends Fields>(fields: F): FileShape<F> {
  return Object.fromEntries(Object.entries(fields).map(([key, { file }]) => [key, file])) as FileShape<F>
}

export function fileSchema<F extends Fields>(fields: F): FileGroup<F> {
  return group(fileShape(fields))
}

export function planShape<P extends Plans>(fields: P): PlanShape<P> {
  return Object.fromEntries(Object.entries(fields).map(([key, { plan }]) => [key, plan])) as PlanShape<P>
}

function planSchema<F extends Fields>(fields: F) {
  return z.looseObject(planShape(fields))
}

export function blankPlan<P extends Plans>(fields: P & Readonly<Record<string, { blank: unknown }>>): PlanOf<P> {
  return Object.fromEntries(Object.entries(fields).map(([key, { blank }]) => [key, blank])) as PlanOf<P>
}

/** The values of a draft. */
export type PlanOf<P extends Plans> = { [Key in keyof P]: z.output<P[Key]['plan']> }

/** The validated values to save, including the files. */
export type ValuesOf<F extends Fields> = { [Key in keyof F]: ValueOf<F[Key]> }

type ValueOf<F extends Field> = F extends { type: 'file' }
  ? undefined extends z.output<F['file']>
    ? ProductFile | undefined
    : ProductFile
  : F extends { type: 'group'; fields: infer Inner extends Fields }
    ? ValuesOf<Inner> | undefined
    : F extends { fields: infer Inner extends Fields }
      ? ValuesOf<Inner>[]
      : z.output<F['file']>

/**
 * The values of the fields by column name: `launchDate` for `launch_date`, `isSample` for the flag `sample`, and
 * `videoFileId` for a file `video`.
 */
export type RowOf<F extends Fields> = {
  [Key in keyof F & string as ColumnOf<Key, F[Key]['stored']>]: F[Key] extends { stored: 'file' }
    ? string | null
    : Nullable<z.output<F[Key]['file']>>
}

type Nullable<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value

type ColumnOf<Key extends string, Stored> = Stored extends 'column'
  ? Camel<Key>
  : Stored extends 'flag'
    ? `is${Capitalize<Camel<Key>>}`
    : Stored extends 'file'
      ? `${Camel<Key>}FileId`
      : never

type Camel<Key extends string> = Key extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Key
