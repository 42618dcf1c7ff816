import type { Field, Fields, PlanOf, RowOf, Section } from './product-fields.contract.ts'

type Path = readonly (string | number)[]

/** A value anywhere in a record whose field has no fields of its own. */
export type Leaf = { field: Field; at: Path; value: unknown }

/** Lists all such values in a draft, in validated values, or in a folder's content, valid or not. */
export function listLeaves(fields: Fields, record: unknown, at: Path = []): Leaf[] {
  return Object.entries(fields).flatMap(([key, field]): Leaf[] => {
    const value = isRecord(record) ? record[key] : undefined
    const here = [...at, key]
    const { type, fields: inner } = field
    if (!inner) return [{ field, at: here, value }]
    if (type === 'group') return listLeaves(inner, value, here)
    return Array.isArray(value) ? value.flatMap((item, index) => listLeaves(inner, item, [...here, index])) : []
  })
}

/**
 * The values of file fields: names in a folder, IDs in a draft, or the files themselves. The keys are paths joined with
 * slashes.
 */
export type FilesByPath<File> = ReadonlyMap<string, File>

export const fileKey = (at: Path) => at.join('/')

/** Copies the record. Replaces each file with the one for its path, or with undefined if there is none. */
export function replaceFiles<Value>(
  fields: Fields,
  record: unknown,
  files: FilesByPath<unknown>,
  at: Path = [],
): Value {
  const entries = Object.entries(fields).map(([key, { type, fields: inner }]) => {
    const value = isRecord(record) ? record[key] : undefined
    const here = [...at, key]
    if (type === 'file') return [key, files.get(fileKey(here))]
    if (!inner || value === undefined) return [key, value]
    if (type === 'group') return [key, replaceFiles(inner, value, files, here)]
    return [key, (value as unknown[]).map((item, index) => replaceFiles(inner, item, files, [...here, index]))]
  })
  return { ...(record as object), ...Object.fromEntries(entries) } as Value
}

/** Converts a draft to the form of a folder. Omits blank fields unless they are required. */
export function writeFields(fields: Fields, plan: object): Record<string, unknown> {
  const written = Object.entries(fields).flatMap(([key, field]): [string, unknown][] => {
    const value: unknown = Reflect.get(plan, key)
    return isBlank(value) && isOptional(field) ? [] : [[key, write(field, value)]]
  })
  return Object.fromEntries(written)
}

function write({ type, fields, write: own }: Field, value: unknown): unknown {
  if (own) return own(value as never)
  if (!fields) return value === null ? '' : value
  if (type === 'group') return writeFields(fields, value as object)
  return (value as object[]).map((item) => writeFields(fields, item))
}

export function isOptional({ file }: Field): boolean {
  return file.safeParse(undefined).success
}

export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return isRecord(value)
    ? Object.values(value).every(isBlank)
    : value === null || value === undefined || value === false
}

/** Converts a stored row to the fields of a draft, without those that are stored elsewhere. */
export function readRow<F extends Fields>(fields: F, row: RowOf<F>): Pick<PlanOf<F>, ColumnKeys<F>> {
  const stored = Object.entries(fields).filter((entry) => entry[1].stored !== 'elsewhere')
  return Object.fromEntries(
    stored.map(([key, { stored: as, blank }]) => [key, (Reflect.get(row, getColumn(key, as)) as unknown) ?? blank]),
  ) as Pick<PlanOf<F>, ColumnKeys<F>>
}

type ColumnKeys<F extends Fields> = {
  [Key in keyof F]: F[Key] extends { stored: 'elsewhere' } ? never : Key
}[keyof F]

export function getColumn(key: string, stored: Field['stored']): string {
  const name = key.replaceAll(/_(.)/g, (_all, initial: string) => initial.toUpperCase())
  if (stored === 'flag') return `is${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return stored === 'file' ? `${name}FileId` : name
}

/** A field as the studio's form needs it: its label and how to edit it. */
export type FieldView = {
  key: string
  type: Field['type']
  label: string
  hint?: string | undefined
  use?: NonNullable<Field['upload']>['use'] | undefined
  options?: Field['options'] | undefined
  fields?: FieldView[] | undefined
}

type DescribedField = Pick<Section, 'label'> &
  Partial<Pick<Field, 'type' | 'hint' | 'upload' | 'options'>> & { fields?: Readonly<Record<string, DescribedField>> }

export function describeFields(fields: Readonly<Record<string, DescribedField>>): FieldView[] {
  return Object.entries(fields).map(([key, { type = 'section', label, hint, upload, options, fields: inner }]) => ({
    key,
    type,
    label,
    hint,
    use: upload?.use,
    options,
    fields: inner && describeFields(inner),
  }))
}

/**
 * Returns a draft's values by the names that an import's report uses. Only short texts are reported with their values.
 */
export function reportFields(fields: Fields, plan: object): Record<string, string | unknown[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, { type, states = ['no', 'yes'], report = key.replaceAll('_', ' ') }]) => {
      const value: unknown = Reflect.get(plan, key)
      if (typeof value === 'boolean') return [report, states[value ? 1 : 0]]
      return [report, typeof value === 'string' && type !== 'file' ? value : [value]]
    }),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value instanceof Object && !Array.isArray(value)
}
