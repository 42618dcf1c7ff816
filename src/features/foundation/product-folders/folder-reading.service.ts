import path from 'node:path'
import type { z } from 'zod'
import type { DrawnPicture, FileUse } from '#features/foundation/files/files.public.ts'
import type { ProductDraft, ProductSaveContext } from '#features/foundation/products/products.public.ts'
import { checkText } from '#features/foundation/markdown/markdown.public.ts'
import type { Kind } from '#shared/kinds.ts'
import { toDocumentMarkdown, type MarkdownStyle, type MarkdownText } from '#shared/markdown.ts'
import { renderCoverImages, findCover } from './covers.service.ts'
import type { Check, ProductKeys } from './product-folders.contract.ts'
import type { Problem } from './problems.rules.ts'
import type { SourceFile, SourceFolder } from './source-folders.service.ts'
import { type ParsedYaml, type ParsedMarkdown, parseMarkdown, parseYaml, getValueAt } from './yaml-text.rules.ts'

/**
 * The state of reading a folder: the problems found so far, warnings for the author, and the files that the folder's
 * pages name.
 */
export type FolderReadContext = { folder: SourceFolder; problems: Problem[]; warnings: Problem[]; files: SourceFile[] }

/** A product that was read from its folder and validated, but not stored yet. */
export type ProductPlan = {
  kind: Kind
  slug: string
  earlierAddresses: string[]
  title: string
  /** The file that messages about the whole product name. */
  at: string
  texts: MarkdownText[]
  save: (saving: ProductSaveContext) => Promise<void>
}

export type MarkdownPage<Value> = ParsedMarkdown<Value> & { at: string }

/** Reads a page. If the file is missing, reports that as a problem and returns undefined. */
export async function readPage<Schema extends z.ZodType>(
  reading: FolderReadContext,
  schema: Schema,
  file: string,
  check?: Check,
): Promise<MarkdownPage<z.output<Schema>> | undefined> {
  const text = await readText(reading, file)
  if (text === undefined) return undefined
  const page = parseMarkdown(schema, { file, text }, check)
  reading.problems.push(...page.problems)
  return { ...page, at: file }
}

/** Reads a YAML file. Returns undefined if it is missing or invalid. */
export async function readYaml<Schema extends z.ZodType>(
  reading: FolderReadContext,
  schema: Schema,
  file: string,
  check?: Check,
): Promise<z.output<Schema> | undefined> {
  return (await readYamlFile(reading, schema, file, check))?.value
}

export async function readYamlFile<Schema extends z.ZodType>(
  reading: FolderReadContext,
  schema: Schema,
  file: string,
  check?: Check,
): Promise<(ParsedYaml<z.output<Schema>> & { at: string }) | undefined> {
  const text = await readText(reading, file)
  if (text === undefined) return undefined
  const located = parseYaml(schema, { file, text, firstLine: 1 }, check)
  reading.problems.push(...located.problems)
  return { ...located, at: file }
}

async function readText({ folder, problems }: FolderReadContext, file: string): Promise<string | undefined> {
  const text = await folder.text(file)
  if (typeof text === 'string') return text
  problems.push(text.problem)
  return undefined
}

/**
 * Returns the text below a page's front matter, as Markdown in the given style. Reports a text that can't be rendered
 * as a problem, and text that readers won't see as a warning.
 */
export function readBody(
  reading: FolderReadContext,
  page: MarkdownPage<unknown>,
  style: MarkdownStyle,
): Promise<MarkdownText> {
  const place = (line: number) => page.bodyLine + line - 1
  return readMarkdown(reading, { text: page.body, style }, { file: page.at, place })
}

export function readKeyText(
  reading: FolderReadContext,
  page: MarkdownPage<unknown>,
  key: readonly PropertyKey[],
): Promise<MarkdownText> {
  const { firstLine, isBlock } = page.textAt(key)
  const place = (line: number) => (isBlock ? firstLine + line - 1 : firstLine)
  return readMarkdown(reading, toDocumentMarkdown(getTextAt(page, key) ?? ''), { file: page.at, place })
}

async function readMarkdown(
  { problems, warnings }: FolderReadContext,
  text: MarkdownText,
  { file, place }: { file: string; place: (line: number) => number },
): Promise<MarkdownText> {
  const checked = await checkText(text)
  if ('wrong' in checked) problems.push({ file, line: place(1), message: `this text ${checked.wrong}` })
  else warnings.push(...checked.warnings.map(({ line, message }) => ({ file, line: place(line), message })))
  return text
}

export function buildDraftFromFolder(
  slug: string,
  file: ProductKeys,
  body: string,
  cover: DrawnPicture[],
): ProductDraft {
  const { name, short, price, position, published, earlier_addresses: earlierAddresses } = file
  return {
    slug,
    earlierAddresses,
    title: name,
    shortDescription: short,
    fullDescription: body,
    priceCents: price,
    position,
    isPublished: published,
    cover,
  }
}

/** Returns the cover's images. They are empty if there is no cover, and undefined if the cover is invalid. */
export async function readCover(
  reading: FolderReadContext,
  at: string,
  page: MarkdownPage<unknown>,
): Promise<DrawnPicture[] | undefined> {
  const cover = await findCover(reading.folder, at, getTextAt(page, ['cover']))
  if (cover === undefined) return []
  const images = await renderCoverImages(reading.folder, at, cover)
  if (!('wrong' in images)) {
    reading.files.push(...images.map(({ file }) => file))
    return images
  }
  reading.problems.push({ file: page.at, line: page.lineOf(['cover']), message: `cover: ${images.wrong}` })
  return undefined
}

type FileReference = { path: readonly PropertyKey[]; use: FileUse }

/**
 * Returns the file that a page names. It is also called if the rest of the page is invalid, so that one pass reports
 * all problems.
 */
export async function readFile(
  reading: FolderReadContext,
  at: string,
  page: MarkdownPage<unknown>,
  { path: key, use }: FileReference,
): Promise<SourceFile | undefined> {
  const value = getTextAt(page, key)
  if (value === undefined) return undefined
  const file = await reading.folder.file(at, value, use)
  if (!('wrong' in file)) {
    reading.files.push(file)
    return file
  }
  const named = { file: page.at, line: page.lineOf(key), message: `${String(key[0])}: ${file.wrong}` }
  reading.problems.push(...(file.inside ?? [named]))
  return undefined
}

function getTextAt(page: MarkdownPage<unknown>, key: readonly PropertyKey[]): string | undefined {
  const value = getValueAt(page.raw, key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

export function joinPath(...parts: string[]): string {
  return path.posix.join(...parts)
}
