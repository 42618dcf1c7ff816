import path from 'node:path'
import type { z } from 'zod'
import { SiteSettings } from '#features/site/site.public.ts'
import { SLUG_PATTERN } from '#shared/ids.ts'
import { CourseFile, DocumentFile, ExaminationFile, LectureFile, PodcastFile } from './course-files.rules.ts'
import { type CoverImage, coverImages, findCover } from './covers.service.ts'
import type { FileUse } from './file-kind.rules.ts'
import { nearestWord, type Problem } from './problem.rules.ts'
import type { SourceFile, SourceFolder } from './source-folder.service.ts'
import { parseMarkdown, parseYaml } from './yaml-text.rules.ts'

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
  return reading.problems.length > 0 ? { problems: reading.problems } : plan
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
  const site = (await folder.has('site.yaml')) ? await folder.text('site.yaml') : undefined
  if (site !== undefined)
    plan.site = keep(
      reading,
      parsed(site, (text) => parseYaml(SiteSettings, { file: 'site.yaml', text, firstLine: 1 })),
    )?.value

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
  const course = await markdown(reading, CourseFile, join(at, 'course.md'))
  const cover = course && (await readCover(reading, at, course))
  const lectures = await readLectures(reading, at)
  const examinationFile = join(at, 'examination.yaml')
  const examination = keep(
    reading,
    parsed(await reading.folder.text(examinationFile), (text) =>
      parseYaml(ExaminationFile, { file: examinationFile, text, firstLine: 1 }),
    ),
  )?.value
  if (!course || !cover || !examination) return undefined
  return {
    kind: 'course',
    slug,
    file: course.value,
    fullDescription: course.body,
    cover,
    at: course.at,
    lectures,
    examination,
  }
}

async function readLectures(reading: Reading, at: string): Promise<LecturePlan[]> {
  const { folder, problems } = reading
  const found: { number: number; plan: LecturePlan }[] = []
  const slugs = new Set<string>()
  const entries = await folder.entries(join(at, 'lectures'))
  if (entries.length === 0)
    problems.push({ file: join(at, 'lectures'), message: 'must hold at least one lecture, such as 01-introduction.md' })
  for (const entry of entries) {
    const file = join(at, 'lectures', entry.name)
    const [, number, slug] = LECTURE_NAME.exec(entry.name) ?? []
    if (number === undefined || slug === undefined || !SLUG_PATTERN.test(slug) || slug.length > LONGEST_SLUG) {
      problems.push({ file, message: 'must be named by a number and lower-case words, such as 01-introduction.md' })
      continue
    }
    if (slugs.has(slug)) problems.push({ file, message: 'has the same name as another lecture but for its number' })
    slugs.add(slug)
    const plan = await readLecture(reading, at, file, slug)
    if (plan) found.push({ number: Number(number), plan })
  }
  return found.toSorted((a, b) => a.number - b.number).map(({ plan }) => plan)
}

async function readLecture(reading: Reading, at: string, file: string, slug: string): Promise<LecturePlan | undefined> {
  const lecture = await markdown(reading, LectureFile, file)
  if (!lecture) return undefined
  const { value } = lecture
  const video = await reference(reading, at, lecture, { path: ['video'], value: value.video, use: 'video' })
  const captions = await reference(reading, at, lecture, { path: ['captions'], value: value.captions, use: 'captions' })
  const poster = await reference(reading, at, lecture, { path: ['poster'], value: value.poster, use: 'picture' })
  const attachments = await namedFiles(reading, at, lecture, { key: 'attachments', list: value.attachments })
  return video && { slug, file: value, description: lecture.body, video, captions, poster, attachments }
}

async function readPodcast(reading: Reading, at: string, slug: string): Promise<PodcastPlan | undefined> {
  const podcast = await markdown(reading, PodcastFile, join(at, 'podcast.md'))
  if (!podcast) return undefined
  const { value } = podcast
  const cover = await readCover(reading, at, podcast)
  const audio = await reference(reading, at, podcast, { path: ['audio'], value: value.audio, use: 'audio' })
  const video = await reference(reading, at, podcast, { path: ['video'], value: value.video, use: 'video' })
  const captions = await reference(reading, at, podcast, { path: ['captions'], value: value.captions, use: 'captions' })
  const poster = await reference(reading, at, podcast, { path: ['poster'], value: value.poster, use: 'picture' })
  if (!cover) return undefined
  return {
    kind: 'podcast',
    slug,
    file: value,
    fullDescription: podcast.body,
    cover,
    at: podcast.at,
    audio,
    video,
    captions,
    poster,
  }
}

async function readDocument(reading: Reading, at: string, slug: string): Promise<DocumentPlan | undefined> {
  const document = await markdown(reading, DocumentFile, join(at, 'document.md'))
  if (!document) return undefined
  const cover = await readCover(reading, at, document)
  const files = await namedFiles(reading, at, document, { key: 'files', list: document.value.files })
  if (!cover) return undefined
  return { kind: 'document', slug, file: document.value, fullDescription: document.body, cover, at: document.at, files }
}

type Page<Value> = { value: Value; body: string; at: string; lineOf(path: readonly PropertyKey[]): number }

async function markdown<Schema extends z.ZodType>(
  reading: Reading,
  schema: Schema,
  file: string,
): Promise<Page<z.output<Schema>> | undefined> {
  const page = keep(
    reading,
    parsed(await reading.folder.text(file), (text) => parseMarkdown(schema, file, text)),
  )
  return page && { ...page, at: file }
}

/** The images of the cover; none where there is no cover; undefined where it is wrong. */
async function readCover(
  reading: Reading,
  at: string,
  page: Page<{ cover?: string | undefined }>,
): Promise<CoverImage[] | undefined> {
  const cover = await findCover(reading.folder, at, page.value.cover)
  if (cover === undefined) return []
  const images = await coverImages(reading.folder, at, cover)
  if (!('wrong' in images)) return images
  reading.problems.push({ file: page.at, line: page.lineOf(['cover']), message: `cover: ${images.wrong}` })
  return undefined
}

type Reference = { path: readonly PropertyKey[]; value: string | undefined; use: FileUse }

async function reference(
  reading: Reading,
  at: string,
  page: Page<unknown>,
  { path: key, value, use }: Reference,
): Promise<SourceFile | undefined> {
  if (value === undefined) return undefined
  const file = await reading.folder.file(at, value, use)
  if (!('wrong' in file)) return file
  reading.problems.push({ file: page.at, line: page.lineOf(key), message: `${String(key[0])}: ${file.wrong}` })
  return undefined
}

type NamedReferences = { key: string; list: { name: string; file: string }[] }

async function namedFiles(
  reading: Reading,
  at: string,
  page: Page<unknown>,
  { key, list }: NamedReferences,
): Promise<NamedFile[]> {
  const files: NamedFile[] = []
  for (const [index, { name, file: value }] of list.entries()) {
    const file = await reference(reading, at, page, { path: [key, index, 'file'], value, use: 'handout' })
    if (file) files.push({ name, file })
  }
  return files
}

function parsed<Result>(
  text: string | { problem: Problem },
  parse: (text: string) => Result | { problems: Problem[] },
): Result | { problems: Problem[] } {
  return typeof text === 'string' ? parse(text) : { problems: [text.problem] }
}

function keep<Result extends object>(reading: Reading, result: Result | { problems: Problem[] }): Result | undefined {
  if (!('problems' in result)) return result
  reading.problems.push(...result.problems)
  return undefined
}

function join(...parts: string[]): string {
  return path.posix.join(...parts)
}
