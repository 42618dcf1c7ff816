import path from 'node:path'
import type { z } from 'zod'
import { SiteSettings } from '#features/site/site.public.ts'
import { SLUG_PATTERN } from '#shared/ids.ts'
import {
  checkExamination,
  checkPodcast,
  CourseFile,
  DocumentFile,
  ExaminationFile,
  LectureFile,
  PodcastFile,
} from './course-files.rules.ts'
import { type CoverImage, coverImages, findCover } from './covers.service.ts'
import type { FileUse } from './file-kind.rules.ts'
import { inReadingOrder, nearestWord, type Problem } from './problem.rules.ts'
import type { SourceFile, SourceFolder } from './source-folder.service.ts'
import { type Finding, type Markdown, parseMarkdown, parseYaml, valueAt } from './yaml-text.rules.ts'

type Product<Kind, File> = {
  kind: Kind
  slug: string
  file: File
  fullDescription: string
  cover: CoverImage[]
  at: string
}

export type NamedFile = { name: string; file: SourceFile }

export type LecturePlan = {
  slug: string
  file: LectureFile
  description: string
  video: SourceFile
  captions: SourceFile | undefined
  poster: SourceFile | undefined
  attachments: NamedFile[]
}

export type CoursePlan = Product<'course', CourseFile> & { lectures: LecturePlan[]; examination: ExaminationFile }
export type PodcastPlan = Product<'podcast', PodcastFile> &
  Record<'audio' | 'video' | 'captions' | 'poster', SourceFile | undefined>
export type DocumentPlan = Product<'document', DocumentFile> & { files: NamedFile[] }
export type ProductPlan = CoursePlan | PodcastPlan | DocumentPlan

/** All that a folder says, read and checked; nothing of it is stored yet. */
export type AcademyPlan = { site: SiteSettings | undefined; products: ProductPlan[] }

const SHELVES = { courses: 'course', podcasts: 'podcast', documents: 'document' } as const
type Kind = (typeof SHELVES)[keyof typeof SHELVES]

const LECTURE_NAME = /^(\d{1,3})-(.+)\.md$/
const LONGEST_SLUG = 100

type Reading = { folder: SourceFolder; problems: Problem[] }

/** Reads a whole academy, a part of one, or the folder of a single course, podcast or document. */
export async function readAcademyFolder(folder: SourceFolder): Promise<AcademyPlan | { problems: Problem[] }> {
  const reading: Reading = { folder, problems: [] }
  const plan = (await readSingle(reading)) ?? (await readShelves(reading))
  return reading.problems.length > 0 ? { problems: inReadingOrder(reading.problems) } : plan
}

async function readSingle(reading: Reading): Promise<AcademyPlan | undefined> {
  for (const kind of Object.values(SHELVES)) {
    if (!(await reading.folder.has(`${kind}.md`))) continue
    const product = await readProduct(reading, kind, '', reading.folder.name)
    return { site: undefined, products: product ? [product] : [] }
  }
  return undefined
}

async function readShelves(reading: Reading): Promise<AcademyPlan> {
  const { folder, problems } = reading
  const plan: AcademyPlan = { site: undefined, products: [] }
  const seen = new Map<string, string>()
  const known = Object.keys(SHELVES)
  for (const entry of await folder.entries('')) {
    if (entry.isFile() || known.includes(entry.name)) continue
    const meant = nearestWord(entry.name, known)
    problems.push({
      file: entry.name,
      message: `unknown folder${meant ? `; did you mean ${meant}?` : `; known: ${known.join(', ')}`}`,
    })
  }
  if (await folder.has('site.yaml')) plan.site = await yaml(reading, SiteSettings, 'site.yaml')

  for (const [shelf, kind] of Object.entries(SHELVES)) {
    for (const entry of await folder.entries(shelf)) {
      if (entry.isFile()) continue
      const at = `${shelf}/${entry.name}`
      const earlier = seen.get(entry.name)
      if (earlier !== undefined)
        problems.push({ file: at, message: `has the same name as ${earlier}: names must differ across all shelves` })
      seen.set(entry.name, at)
      const product = await readProduct(reading, kind, at, entry.name)
      if (product) plan.products.push(product)
    }
  }
  if (plan.site === undefined && seen.size === 0 && problems.length === 0) {
    problems.push({
      file: '.',
      message:
        'there is nothing to import here: expected courses/, podcasts/, documents/, site.yaml, or one course.md, podcast.md or document.md',
    })
  }
  return plan
}

async function readProduct(reading: Reading, kind: Kind, at: string, slug: string): Promise<ProductPlan | undefined> {
  if (!SLUG_PATTERN.test(slug) || slug.length > LONGEST_SLUG) {
    reading.problems.push({
      file: at || '.',
      message: `the folder's name must be lower-case words joined by hyphens: it becomes the address`,
    })
  }
  switch (kind) {
    case 'course':
      return readCourse(reading, at, slug)
    case 'podcast':
      return readPodcast(reading, at, slug)
    case 'document':
      return readDocument(reading, at, slug)
  }
}

async function readCourse(reading: Reading, at: string, slug: string): Promise<CoursePlan | undefined> {
  const page = await markdown(reading, CourseFile, join(at, 'course.md'))
  const cover = page && (await readCover(reading, at, page))
  const lectures = await readLectures(reading, at)
  const examination = await yaml(reading, ExaminationFile, join(at, 'examination.yaml'), checkExamination)
  if (!page?.value || !cover || !examination) return undefined
  const { value: file, body: fullDescription } = page
  return { kind: 'course', slug, file, fullDescription, cover, at: page.at, lectures, examination }
}

async function readLectures(reading: Reading, at: string): Promise<LecturePlan[]> {
  const { folder, problems } = reading
  const found: { number: number; plan: LecturePlan }[] = []
  const slugs = new Set<string>()
  const entries = await folder.entries(join(at, 'lectures'))
  if (entries.length === 0) {
    problems.push({ file: join(at, 'lectures'), message: 'must hold at least one lecture, such as 01-introduction.md' })
  }
  for (const entry of entries) {
    const file = join(at, 'lectures', entry.name)
    const [, number, slug] = LECTURE_NAME.exec(entry.name) ?? []
    if (number === undefined || slug === undefined || !SLUG_PATTERN.test(slug) || slug.length > LONGEST_SLUG) {
      problems.push({ file, message: 'must be named by a number and lower-case words, such as 01-introduction.md' })
      continue
    }
    if (slugs.has(slug)) problems.push({ file, message: 'has the same name as another lecture but for its number' })
    slugs.add(slug)
    const plan = await readLecture(reading, at, { file, slug })
    if (plan) found.push({ number: Number(number), plan })
  }
  return found.toSorted((a, b) => a.number - b.number).map(({ plan }) => plan)
}

async function readLecture(
  reading: Reading,
  at: string,
  { file, slug }: { file: string; slug: string },
): Promise<LecturePlan | undefined> {
  const page = await markdown(reading, LectureFile, file)
  if (!page) return undefined
  const video = await reference(reading, at, page, { path: ['video'], use: 'video' })
  const captions = await reference(reading, at, page, { path: ['captions'], use: 'captions' })
  const poster = await reference(reading, at, page, { path: ['poster'], use: 'picture' })
  const attachments = await namedFiles(reading, at, page, 'attachments')
  if (!page.value || !video) return undefined
  return { slug, file: page.value, description: page.body, video, captions, poster, attachments }
}

async function readPodcast(reading: Reading, at: string, slug: string): Promise<PodcastPlan | undefined> {
  const page = await markdown(reading, PodcastFile, join(at, 'podcast.md'), checkPodcast)
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const audio = await reference(reading, at, page, { path: ['audio'], use: 'audio' })
  const video = await reference(reading, at, page, { path: ['video'], use: 'video' })
  const captions = await reference(reading, at, page, { path: ['captions'], use: 'captions' })
  const poster = await reference(reading, at, page, { path: ['poster'], use: 'picture' })
  if (!page.value || !cover) return undefined
  const { value: file, body: fullDescription } = page
  return { kind: 'podcast', slug, file, fullDescription, cover, at: page.at, audio, video, captions, poster }
}

async function readDocument(reading: Reading, at: string, slug: string): Promise<DocumentPlan | undefined> {
  const page = await markdown(reading, DocumentFile, join(at, 'document.md'))
  if (!page) return undefined
  const cover = await readCover(reading, at, page)
  const files = await namedFiles(reading, at, page, 'files')
  if (!page.value || !cover) return undefined
  return { kind: 'document', slug, file: page.value, fullDescription: page.body, cover, at: page.at, files }
}

type Check = (raw: unknown) => Finding[]
type Page<Value> = Markdown<Value> & { at: string }

async function markdown<Schema extends z.ZodType>(
  reading: Reading,
  schema: Schema,
  file: string,
  check?: Check,
): Promise<Page<z.output<Schema>> | undefined> {
  const text = await textOf(reading, file)
  if (text === undefined) return undefined
  const page = parseMarkdown(schema, { file, text }, check)
  reading.problems.push(...page.problems)
  return { ...page, at: file }
}

async function yaml<Schema extends z.ZodType>(
  reading: Reading,
  schema: Schema,
  file: string,
  check?: Check,
): Promise<z.output<Schema> | undefined> {
  const text = await textOf(reading, file)
  if (text === undefined) return undefined
  const { value, problems } = parseYaml(schema, { file, text, firstLine: 1 }, check)
  reading.problems.push(...problems)
  return value
}

async function textOf({ folder, problems }: Reading, file: string): Promise<string | undefined> {
  const text = await folder.text(file)
  if (typeof text === 'string') return text
  problems.push(text.problem)
  return undefined
}

/** The images of the cover; none where there is no cover; undefined where it is wrong. */
async function readCover(reading: Reading, at: string, page: Page<unknown>): Promise<CoverImage[] | undefined> {
  const cover = await findCover(reading.folder, at, written(page, ['cover']))
  if (cover === undefined) return []
  const images = await coverImages(reading.folder, at, cover)
  if (!('wrong' in images)) return images
  reading.problems.push({ file: page.at, line: page.lineOf(['cover']), message: `cover: ${images.wrong}` })
  return undefined
}

type Reference = { path: readonly PropertyKey[]; use: FileUse }

/** Files are looked up even where the rest of the page is wrong, so that one reading tells everything. */
async function reference(
  reading: Reading,
  at: string,
  page: Page<unknown>,
  { path: key, use }: Reference,
): Promise<SourceFile | undefined> {
  const value = written(page, key)
  if (value === undefined) return undefined
  const file = await reading.folder.file(at, value, use)
  if (!('wrong' in file)) return file
  reading.problems.push({ file: page.at, line: page.lineOf(key), message: `${String(key[0])}: ${file.wrong}` })
  return undefined
}

async function namedFiles(reading: Reading, at: string, page: Page<unknown>, key: string): Promise<NamedFile[]> {
  const list = valueAt(page.raw, [key])
  const files: NamedFile[] = []
  for (const index of Array.isArray(list) ? list.keys() : []) {
    const name = written(page, [key, index, 'name'])
    const file = await reference(reading, at, page, { path: [key, index, 'file'], use: 'handout' })
    if (name !== undefined && file) files.push({ name, file })
  }
  return files
}

function written(page: Page<unknown>, key: readonly PropertyKey[]): string | undefined {
  const value = valueAt(page.raw, key)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function join(...parts: string[]): string {
  return path.posix.join(...parts)
}
