import type { z } from 'zod'
import { type ProductFile, saveOptionalFile, type SaveContext } from '#features/foundation/products/products.public.ts'
import type { MarkdownText } from '#shared/markdown.ts'
import { type FolderReadContext, type MarkdownPage, readFile, readKeyText } from './folder-reading.service.ts'
import { findStoredFiles } from './folder-writing.queries.ts'
import type { FolderWriteContext } from './folder-writing.service.ts'
import { readPlannedFile } from './plan-fields.service.ts'
import type { PlanValidator } from './plan-fields.rules.ts'
import type { Fields, PlanOf, RowOf, ValuesOf } from './product-fields.contract.ts'
import {
  fileKey,
  type FilesByPath,
  getColumn,
  isBlank,
  listLeaves,
  replaceFiles,
  writeFields,
} from './product-fields.rules.ts'

// A record contains the fields of one product page or lecture page. It is read from a folder, edited in a draft, and
// saved to a row.

/** The files of a plan, by ID. */
export type PlanFiles = ReadonlyMap<string, ProductFile>

/** Reads the files that a folder's page names. Returns them by path. */
export async function readFiles(
  reading: FolderReadContext,
  at: string,
  page: MarkdownPage<unknown>,
  fields: Fields,
): Promise<FilesByPath<ProductFile>> {
  const files = new Map<string, ProductFile>()
  for (const { field, at: path } of listLeaves(fields, page.raw)) {
    const file = field.upload && (await readFile(reading, at, page, { path, use: field.upload.use }))
    if (file) files.set(fileKey(path), file)
  }
  return files
}

/** Reads the Markdown texts in a page's front matter. */
export async function readTexts(reading: FolderReadContext, page: MarkdownPage<unknown>, fields: Fields) {
  const texts: MarkdownText[] = []
  for (const { at } of listMarkdown(fields, page.raw)) texts.push(await readKeyText(reading, page, at))
  return texts
}

export function listMarkdown(fields: Fields, record: unknown) {
  return listLeaves(fields, record).flatMap(({ field, at, value }) =>
    field.type === 'markdown' ? { at, text: typeof value === 'string' ? value : '' } : [],
  )
}

type Validation<Schema extends z.ZodType> = {
  at: readonly string[]
  files: PlanFiles
  schema: Schema
  /** The other keys of the same page. */
  more?: object
}

/** Validates a draft's fields as if they were a folder's page. `page` is undefined if that page would be invalid. */
export function validateFields<F extends Fields, Schema extends z.ZodType>(
  reading: PlanValidator,
  fields: F,
  plan: PlanOf<F>,
  { at, files: known, schema, more }: Validation<Schema>,
) {
  for (const [key, { missing }] of Object.entries(fields))
    if (missing !== undefined && isBlank(plan[key])) reading.addError([...at, key], missing)
  const written = { ...more, ...writeFields(fields, plan) }
  const page = reading.read(schema, written, at)
  const files = new Map<string, ProductFile>()
  for (const { field, at: path, value } of listLeaves(fields, plan)) {
    if (!field.upload) continue
    const place = [...at, ...path.map(String)]
    const file = readPlannedFile(reading, known, { id: value as string | null, at: place, use: field.upload.use })
    if (file) files.set(fileKey(path), file)
  }
  return { page, written, files, values: replaceFiles<ValuesOf<F>>(fields, page ?? {}, files) }
}

/** Converts a draft's fields to a folder's page, and writes the files that it names. */
export async function writeRecord({ tx, keep }: FolderWriteContext, fields: Fields, plan: object) {
  const uploads = listLeaves(fields, plan).flatMap(({ field: { upload }, at, value }) =>
    upload && typeof value === 'string' ? { at, id: value, within: upload.within } : [],
  )
  const stored = await findStoredFiles(
    tx,
    uploads.map(({ id }) => id),
  )
  const names = new Map<string, string | undefined>()
  for (const { at, id, within } of uploads) names.set(fileKey(at), await keep(within, stored.get(id) ?? null))
  return writeFields(fields, replaceFiles<object>(fields, plan, names))
}

/** Saves the files, and returns the column values for the fields. */
export async function saveRow<F extends Fields>(
  saving: SaveContext,
  fields: F,
  values: ValuesOf<F>,
): Promise<RowOf<F>> {
  const row: Record<string, unknown> = {}
  for (const [key, { stored, upload }] of Object.entries(fields)) {
    if (stored === 'elsewhere') continue
    const value: unknown = values[key]
    row[getColumn(key, stored)] =
      stored === 'file'
        ? await saveOptionalFile(saving, value as ProductFile | undefined, upload?.audience)
        : (value ?? null)
  }
  return row as RowOf<F>
}
