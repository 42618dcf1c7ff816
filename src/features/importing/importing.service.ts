import type { Executor } from '#db/open.ts'
import { type Actor, recordEvent } from '#features/audit/audit.public.ts'
import { type CountByKind, countByKind } from '#features/products/products.rules.ts'
import type { Deps } from '#platform/deps.ts'
import { fewAtOnce } from '#platform/files/few-at-once.ts'
import { isPrintable, unprintableLetters } from '#platform/lettering.ts'
import { AppError } from '#shared/app-error.ts'
import {
  type AcademyPlan,
  type CoursePlan,
  type DocumentPlan,
  type NamedFile,
  type PodcastPlan,
  type ProductPlan,
  readAcademyFolder,
} from './academy-folder.service.ts'
import {
  kindsOf,
  lockImports,
  replaceAttachments,
  replaceDocumentFiles,
  replaceImages,
  replaceQuestions,
  replaceSubLectures,
  retireLecturesExcept,
  saveCourse,
  saveFile,
  saveLecture,
  savePodcast,
  saveProduct,
  saveSiteSettings,
} from './importing.queries.ts'
import { nearestWord, type Problem } from './problem.rules.ts'
import { openSourceFolder, type SourceFile } from './source-folder.service.ts'

type ImportDeps = Pick<Deps, 'db' | 'files' | 'now'>

/** Loads a folder of plain files, or tells everything that is wrong with it and stores nothing. */
export async function importFolder(
  deps: ImportDeps,
  folder: string,
  by: Actor,
): Promise<CountByKind | { problems: Problem[] }> {
  const source = await openSourceFolder(folder).catch(() => {
    throw new AppError('invalid', `${folder} is not a folder that can be read.`)
  })
  const plan = await readAcademyFolder(source)
  if ('problems' in plan) return plan
  const problems = [
    ...printProblems(plan),
    ...(await kindProblems(deps.db, plan.products)),
    ...(await choiceProblems(deps.db, plan)),
  ]
  if (problems.length > 0) return { problems }

  // The bytes go first, outside of the transaction: a file that no row names is harmless, a row without its file is not.
  const stored = await storeFiles(deps.files, plan)
  await deps.db.transaction(async (tx) => {
    await lockImports(tx)
    const saving: Saving = { tx, now: deps.now(), stored }
    const known = new Set((await kindsOf(tx, slugsOf(plan))).map(({ slug }) => slug))
    for (const product of plan.products) await saveOne(saving, product)
    if (plan.site) await saveSiteSettings(tx, plan.site, saving.now)
    const [again, fresh] = [true, false].map((wasKnown) => slugsOf(plan).filter((slug) => known.has(slug) === wasKnown))
    const after = { new: fresh ?? [], again: again ?? [], 'settings of the site': plan.site ? 'yes' : 'no' }
    await recordEvent(tx, { at: saving.now, kind: 'academy.imported', by, after })
  })
  return countByKind(plan.products)
}

function slugsOf({ products }: Pick<AcademyPlan, 'products'>): string[] {
  return products.map(({ slug }) => slug)
}

/** Certificates and invoices carry these names; their typefaces have Latin, Greek and Cyrillic letters. */
function printProblems({ site, products }: AcademyPlan): Problem[] {
  const names = products.map(({ at, file: { name } }) => ({ file: at, name }))
  return [...(site ? [{ file: 'site.yaml', name: site.name }] : []), ...names]
    .filter(({ name }) => !isPrintable(name, 'serif'))
    .map(({ file, name }) => ({
      file,
      message: `name can't be printed on certificates and invoices: ${unprintableLetters(name, 'serif').join(' ')} is not Latin, Greek or Cyrillic`,
    }))
}

async function kindProblems(db: Executor, products: ProductPlan[]): Promise<Problem[]> {
  const known = new Map(
    (
      await kindsOf(
        db,
        products.map(({ slug }) => slug),
      )
    ).map(({ slug, kind }) => [slug, kind]),
  )
  return products
    .filter(({ slug, kind }) => known.has(slug) && known.get(slug) !== kind)
    .map(({ slug, at }) => ({
      file: at,
      line: 1,
      message: `the academy has a ${known.get(slug)} named ${slug} already`,
    }))
}

/** A choice of courses must be one: of those in the folder, or in the academy. */
async function choiceProblems(db: Executor, { site, products }: AcademyPlan): Promise<Problem[]> {
  const chosen = site?.popular_courses ?? []
  if (chosen.length === 0) return []
  const kinds = new Map([...(await kindsOf(db, chosen)), ...products].map(({ slug, kind }) => [slug, kind]))
  const known = products.filter(({ kind }) => kind === 'course').map(({ slug }) => slug)
  return chosen
    .filter((slug) => kinds.get(slug) !== 'course')
    .map((slug) => {
      const kind = kinds.get(slug)
      const meant = nearestWord(slug, known)
      const wrong = kind === undefined ? `there is no course '${slug}'` : `'${slug}' is a ${kind}`
      const way =
        meant === undefined ? 'name courses by the names of their folders, or none' : `did you mean '${meant}'?`
      return { file: 'site.yaml', message: `popular_courses: ${wrong}; ${way}` }
    })
}

type Stored = Map<SourceFile, { sha256: string; bytes: number }>
type Saving = { tx: Executor; now: Date; stored: Stored }

async function storeFiles(files: Deps['files'], plan: AcademyPlan): Promise<Stored> {
  const stored: Stored = new Map()
  await fewAtOnce(plan.products.flatMap(filesOf), async (file) => {
    stored.set(file, await files.put(file.source))
  })
  return stored
}

function filesOf(product: ProductPlan): SourceFile[] {
  const covers = product.cover.map(({ file }) => file)
  return [...covers, ...contentOf(product)].filter((file) => file !== undefined)
}

function contentOf(product: ProductPlan): (SourceFile | undefined)[] {
  switch (product.kind) {
    case 'course':
      return product.lectures.flatMap((lecture) => [
        lecture.video,
        lecture.captions,
        lecture.poster,
        ...lecture.attachments.map(({ file }) => file),
      ])
    case 'podcast':
      return [product.audio, product.video, product.captions, product.poster]
    case 'document':
      return product.files.map(({ file }) => file)
  }
}

async function saveOne(saving: Saving, product: ProductPlan): Promise<void> {
  const { kind, slug, file, fullDescription } = product
  const id = await saveProduct(
    saving.tx,
    {
      kind,
      slug,
      title: file.name,
      shortDescription: file.short,
      fullDescription,
      priceCents: file.price,
      position: file.position,
      isPublished: file.published,
    },
    saving.now,
  )
  const images = []
  for (const { format, width, file: image } of product.cover) {
    images.push({ format, width, fileId: await fileId(saving, image, 'public') })
  }
  await replaceImages(saving.tx, id, images)
  switch (product.kind) {
    case 'course':
      return saveCourseParts(saving, id, product)
    case 'podcast':
      return savePodcastParts(saving, id, product)
    case 'document':
      return saveDocumentParts(saving, id, product)
  }
}

async function saveCourseParts(saving: Saving, courseId: string, course: CoursePlan): Promise<void> {
  const { tx, now } = saving
  const { level, sources } = course.file
  await saveCourse(tx, { productId: courseId, level, sources, examinationTitle: course.examination.title })
  const kept: string[] = []
  for (const [position, lecture] of course.lectures.entries()) {
    const lectureId = await saveLecture(tx, {
      courseId,
      slug: lecture.slug,
      position,
      name: lecture.file.name,
      description: lecture.description,
      videoFileId: await fileId(saving, lecture.video),
      captionsFileId: await optionalFileId(saving, lecture.captions),
      posterFileId: await optionalFileId(saving, lecture.poster, 'public'),
    })
    await replaceSubLectures(tx, lectureId, lecture.file.sub_lectures)
    await replaceAttachments(tx, lectureId, await namedFileIds(saving, lecture.attachments))
    kept.push(lectureId)
  }
  await retireLecturesExcept(tx, courseId, kept, now)
  const list = course.examination.questions.map(({ question, options, answer, rationale }) => ({
    question,
    options,
    answerIndex: options.indexOf(answer),
    rationale: rationale ?? '',
  }))
  await replaceQuestions(tx, courseId, { list, now })
}

async function savePodcastParts(saving: Saving, productId: string, podcast: PodcastPlan): Promise<void> {
  await savePodcast(saving.tx, {
    productId,
    isForSale: podcast.file.price > 0,
    launchDate: podcast.file.launch_date,
    audioFileId: await optionalFileId(saving, podcast.audio),
    videoFileId: await optionalFileId(saving, podcast.video),
    captionsFileId: await optionalFileId(saving, podcast.captions),
    posterFileId: await optionalFileId(saving, podcast.poster, 'public'),
  })
}

async function saveDocumentParts(saving: Saving, productId: string, document: DocumentPlan): Promise<void> {
  await replaceDocumentFiles(saving.tx, productId, await namedFileIds(saving, document.files))
}

async function namedFileIds(saving: Saving, list: NamedFile[]): Promise<{ name: string; fileId: string }[]> {
  const ids: { name: string; fileId: string }[] = []
  for (const { name, file } of list) ids.push({ name, fileId: await fileId(saving, file) })
  return ids
}

type Audience = 'public' | 'owners'

async function optionalFileId(
  saving: Saving,
  file: SourceFile | undefined,
  audience?: Audience,
): Promise<string | null> {
  return file ? fileId(saving, file, audience) : null
}

async function fileId({ tx, stored }: Saving, file: SourceFile, audience: Audience = 'owners'): Promise<string> {
  const content = stored.get(file)
  if (!content) throw new Error(`${file.name} was not stored.`)
  const { name, contentType, seconds } = file
  return saveFile(tx, { ...content, name, contentType, seconds: seconds ?? null, isPublic: audience === 'public' })
}
