import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { stringify } from 'yaml'
import type { Executor } from '#db/open.ts'
import { type CountByKind, countByKind, pluralOf } from '#features/products/products.rules.ts'
import { findSettings } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { decimalOf, cents } from '#shared/money.ts'
import {
  allProducts,
  attachmentsOf,
  courseOf,
  coverOf,
  type ExportedFile,
  type ExportedProduct,
  handoutsOf,
  inOneInstant,
  lecturesOf,
  podcastOf,
  questionsOf,
  subLecturesOf,
} from './exporting.queries.ts'

type ExportDeps = Pick<Deps, 'db' | 'files'>

/** Writes all products and the settings of the site as a folder that an import takes. */
export async function exportFolder({ db, files }: ExportDeps, folder: string): Promise<CountByKind> {
  const present = await readdir(folder).catch(() => [])
  if (present.length > 0) throw new AppError('invalid', `${folder} is not empty: an export replaces nothing.`)
  return inOneInstant(db, async (tx) => {
    await mkdir(folder, { recursive: true })
    const site = await findSettings(tx)
    if (site !== undefined) await writeFile(path.join(folder, 'site.yaml'), yaml(site))
    const products = await allProducts(tx)
    for (const product of products) {
      const at = path.join(folder, pluralOf(product.kind), product.slug)
      await mkdir(at, { recursive: true })
      await WRITE[product.kind]({ tx, product, at, keep: keeper(files, at) })
    }
    return countByKind(products)
  })
}

type Keep = (within: string, file: ExportedFile | null) => Promise<string | undefined>
type Writing = { tx: Executor; product: ExportedProduct; at: string; keep: Keep }

const WRITE = { course: writeCourse, podcast: writePodcast, document: writeDocument }

async function writeCourse(writing: Writing): Promise<void> {
  const { tx, product, at, keep } = writing
  const { level, sources, examinationTitle } = await courseOf(tx, product.id)
  const more = { ...(level !== '' && { level }), ...(sources.length > 0 && { sources }) }
  await writePage(path.join(at, 'course.md'), { ...(await factsOf(writing)), ...more }, product.fullDescription)
  for (const [index, lecture] of (await lecturesOf(tx, product.id)).entries()) {
    const attachments = await namedFiles(keep, await attachmentsOf(tx, lecture.id))
    const subLectures = await subLecturesOf(tx, lecture.id)
    const facts = {
      name: lecture.name,
      video: await keep('media', lecture.video),
      captions: await keep('media', lecture.captions),
      poster: await keep('media', lecture.poster),
      ...(subLectures.length > 0 && { sub_lectures: subLectures }),
      ...(attachments.length > 0 && { attachments }),
    }
    const name = `${String(index + 1).padStart(2, '0')}-${lecture.slug}.md`
    await writePage(path.join(at, 'lectures', name), facts, lecture.description)
  }
  const questions = (await questionsOf(tx, product.id)).map(({ question, options, answerIndex, rationale }) => ({
    question,
    options,
    answer: options[answerIndex],
    ...(rationale !== '' && { rationale }),
  }))
  await writeFile(path.join(at, 'examination.yaml'), yaml({ title: examinationTitle, questions }))
}

async function writePodcast(writing: Writing): Promise<void> {
  const { tx, product, at, keep } = writing
  const podcast = await podcastOf(tx, product.id)
  const facts = {
    ...(await factsOf(writing)),
    launch_date: podcast.launchDate,
    audio: await keep('media', podcast.audio),
    video: await keep('media', podcast.video),
    captions: await keep('media', podcast.captions),
    poster: await keep('media', podcast.poster),
  }
  await writePage(path.join(at, 'podcast.md'), facts, product.fullDescription)
}

async function writeDocument(writing: Writing): Promise<void> {
  const { tx, product, at, keep } = writing
  const files = await namedFiles(keep, await handoutsOf(tx, product.id))
  await writePage(path.join(at, 'document.md'), { ...(await factsOf(writing)), files }, product.fullDescription)
}

/** What all products have. Of a cover the drawn sizes are left; the widest stands for what they were drawn from. */
async function factsOf({ tx, product, keep }: Writing): Promise<object> {
  const images = await coverOf(tx, product.id)
  for (const { format, width, sha256 } of images) await keep('', { sha256, name: `cover-${width}.${format}` })
  const widest = images.findLast(({ format }) => format === 'webp')
  const cover = widest && (await keep('', { sha256: widest.sha256, name: 'cover.webp' }))
  return {
    name: product.title,
    short: product.shortDescription,
    price: decimalOf(cents(product.priceCents)),
    position: product.position,
    published: product.publishedAt === null ? false : undefined,
    cover,
  }
}

async function namedFiles(keep: Keep, list: { title: string; file: ExportedFile }[]) {
  const named: { name: string; file: string | undefined }[] = []
  for (const { title, file } of list) named.push({ name: title, file: await keep('files', file) })
  return named
}

/** Writes stored files below the product's folder, each once; two of one name get folders of their own. */
function keeper(files: Deps['files'], at: string): Keep {
  const taken = new Map<string, string>()
  return async (within, file) => {
    if (!file) return undefined
    const usual = path.posix.join(within, path.posix.basename(file.name))
    const isFree = (taken.get(usual) ?? file.sha256) === file.sha256
    const place = isFree ? usual : path.posix.join(within, file.sha256.slice(0, 12), path.posix.basename(file.name))
    if (taken.has(place)) return place
    const found = await files.read(file.sha256)
    if (!found) throw new Error(`The file ${file.sha256} (${file.name}) is missing.`)
    await mkdir(path.dirname(path.join(at, place)), { recursive: true })
    await writeFile(path.join(at, place), found.content)
    taken.set(place, file.sha256)
    return place
  }
}

async function writePage(file: string, facts: object, body: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `---\n${yaml(facts)}---\n\n${body}\n`)
}

/** An import reads every scalar as text; in quotes none of it can be taken for anything else. */
function yaml(value: unknown): string {
  return stringify(asText(value), { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== 'object' || value === null) return String(value)
  const present = Object.entries(value).filter(([, part]) => part !== undefined && part !== null)
  return Object.fromEntries(present.map(([key, part]) => [key, asText(part)]))
}
