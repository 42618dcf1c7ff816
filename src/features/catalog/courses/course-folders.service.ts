import type { Executor } from '#db/open-database.ts'
import {
  toApproval,
  findApproval,
  toApprovalPlan,
  toApprovalFile,
} from '#features/credentials/contact-hours/approvals.public.ts'
import {
  loadCommonParts,
  buildDraftFromFolder,
  joinPath,
  writeHandouts,
  type MarkdownPage,
  type ProductParts,
  buildFrontMatter,
  type ProductPlan,
  readBody,
  readCover,
  readFile,
  readHandouts,
  readKeyText,
  type FolderReadContext,
  readPage,
  readYaml,
  type StoredProduct,
  getValueAt,
  writePage,
  writeYaml,
  type FolderWriteContext,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { toLaw, listCourseLaws, toLawPlan, toLawFile } from '#features/catalog/law/law.public.ts'
import type { SaveContext } from '#features/foundation/products/products.public.ts'
import { isSlug } from '#shared/ids.ts'
import { type MarkdownText, toTypedMarkdown } from '#shared/markdown.ts'
import {
  listAttachments,
  getCourse,
  listLectures,
  findPortrait,
  listQuestions,
  listSubLectures,
} from './course-folders.queries.ts'
import {
  checkExamination,
  checkPractice,
  CourseFile,
  ExaminationFile,
  findExtraSamples,
  LectureFile,
  ONE_SAMPLE_ERROR,
  findPracticedQuestions,
  toInstructor,
  findUnknownLectures,
} from './course-folders.rules.ts'
import { toPracticeQuestions } from './practice.rules.ts'
import { getLectureReference, type LectureDraft, saveCourse } from './course-saving.service.ts'

/** A course as a folder: course.md, a file per lecture, and examination.yaml. */
export const courseFolder = { read: readCourse, write: writeCourse, parts: getCourseParts }

const LECTURE_NAME = /^(\d{1,3})-(.+)\.md$/

async function readCourse(reading: FolderReadContext, at: string, slug: string): Promise<ProductPlan | undefined> {
  const page = await readPage(reading, CourseFile, joinPath(at, 'course.md'))
  const cover = page && (await readCover(reading, at, page))
  const portrait = page && (await readFile(reading, at, page, { path: ['teacher', 'portrait'], use: 'picture' }))
  const texts = page ? await readCourseTexts(reading, page) : []
  const lectures = await readLectures(reading, at)
  const examination = await readYaml(reading, ExaminationFile, joinPath(at, 'examination.yaml'), (raw) => [
    ...checkExamination(raw),
    ...findUnknownLectures(raw, lectures.map(getLectureReference)),
    ...findPracticedQuestions(raw, parseQuestions(lectures)),
  ])
  if (!page?.value || !cover || !examination) return undefined
  const { name: title, level, sources, outcomes, audience, teacher, common_questions: commonQuestions } = page.value
  const questions = examination.questions.map(
    ({ id, question, options: { texts, keys }, answer, rationale, lecture }) => ({
      key: id,
      lecture,
      question,
      options: texts,
      optionKeys: keys,
      answerIndex: texts.indexOf(answer),
      rationale: rationale ?? '',
    }),
  )
  const course = {
    ...buildDraftFromFolder(slug, page.value, page.body, cover),
    level,
    sources,
    outcomes,
    audience,
    commonQuestions,
    teacher: toInstructor(teacher),
    approval: toApproval(page.value.approval),
    portrait,
    lectures,
    examination: { title: examination.title, draw: examination.draw ?? null, questions },
  }
  const { earlierAddresses } = course
  texts.push(...lectures.map(({ description }) => toTypedMarkdown(description)))
  const save = (saving: SaveContext) => saveCourse(saving, course)
  return { kind: 'course', slug, earlierAddresses, title, at: page.at, texts, save }
}

async function readCourseTexts(reading: FolderReadContext, page: MarkdownPage<unknown>): Promise<MarkdownText[]> {
  const texts = [await readBody(reading, page, 'document'), await readKeyText(reading, page, ['teacher', 'text'])]
  const questions = getValueAt(page.raw, ['common_questions'])
  for (const index of Array.isArray(questions) ? questions.keys() : [])
    texts.push(await readKeyText(reading, page, ['common_questions', index, 'reply']))
  return texts
}

async function readLectures(reading: FolderReadContext, at: string): Promise<LectureDraft[]> {
  const { folder, problems } = reading
  const found: { number: number; file: string; lecture: LectureDraft }[] = []
  const slugs = new Set<string>()
  const ids = new Map<string, string>()
  const numbers = new Map<number, string>()
  const entries = await folder.entries(joinPath(at, 'lectures'))
  if (entries.length === 0) {
    problems.push({
      file: joinPath(at, 'lectures'),
      message: 'must hold at least one lecture, such as 01-introduction.md',
    })
  }
  for (const entry of entries) {
    const file = joinPath(at, 'lectures', entry.name)
    const [, number, slug] = LECTURE_NAME.exec(entry.name) ?? []
    if (number === undefined || slug === undefined || !isSlug(slug)) {
      problems.push({ file, message: 'must be named by a number and lower-case words, such as 01-introduction.md' })
      continue
    }
    if (slugs.has(slug)) problems.push({ file, message: 'has the same name as another lecture but for its number' })
    slugs.add(slug)
    const earlier = numbers.get(Number(number))
    if (earlier !== undefined)
      problems.push({
        file,
        message: `has the number of ${earlier}: give each lecture a number of its own, in their order`,
      })
    numbers.set(Number(number), entry.name)
    const lecture = await readLecture(reading, at, { file, slug }, ids)
    if (lecture) found.push({ number: Number(number), file, lecture })
  }
  const inOrder = found.toSorted((a, b) => a.number - b.number)
  const lectures = inOrder.map(({ lecture }) => lecture)
  for (const index of findExtraSamples(lectures))
    problems.push({ file: inOrder[index]?.file ?? at, message: `sample: ${ONE_SAMPLE_ERROR}` })
  return lectures
}

async function readLecture(
  reading: FolderReadContext,
  at: string,
  { file, slug }: { file: string; slug: string },
  ids: Map<string, string>,
): Promise<LectureDraft | undefined> {
  const page = await readPage(reading, LectureFile, file, checkPractice)
  if (!page) return undefined
  const key = page.value?.id
  const earlier = key === undefined ? undefined : ids.get(key)
  if (earlier !== undefined) {
    const message = `id: ${key} is the id of ${earlier} already; give each lecture an id of its own`
    reading.problems.push({ file, line: page.lineOf(['id']), message })
  }
  if (key !== undefined) ids.set(key, file)
  const video = await readFile(reading, at, page, { path: ['video'], use: 'video' })
  const captions = await readFile(reading, at, page, { path: ['captions'], use: 'captions' })
  const poster = await readFile(reading, at, page, { path: ['poster'], use: 'picture' })
  const attachments = await readHandouts(reading, at, page, 'attachments')
  await readBody(reading, page, 'typed')
  if (!page.value || !video) return undefined
  const { name, sample: isSample, sub_lectures: subLectures } = page.value
  const more = { isSample, subLectures, attachments, practice: toPracticeQuestions(page.value.practice) }
  const law = toLaw(page.value.law)
  return { key, slug, name, description: page.body, video, captions, poster, law, ...more }
}

async function writeCourse(writing: FolderWriteContext): Promise<void> {
  const { tx, product, at, keep } = writing
  const course = await getCourse(tx, product.id)
  const facts = { ...(await buildFrontMatter(writing)), ...(await getCourseFacts(writing, course)) }
  await writePage(writing, 'course.md', facts, product.fullDescription)
  const laws = await listCourseLaws(tx, product.id)
  for (const [index, lecture] of (await listLectures(tx, product.id)).entries()) {
    const law = toLawFile(toLawPlan(laws.get(lecture.id) ?? null))
    const attachments = await writeHandouts(keep, await listAttachments(tx, lecture.id))
    const subLectures = await listSubLectures(tx, lecture.id)
    const facts = {
      id: lecture.key,
      name: lecture.name,
      video: await keep('media', lecture.video),
      captions: await keep('media', lecture.captions),
      poster: await keep('media', lecture.poster),
      ...(lecture.isSample && { sample: true }),
      ...(subLectures.length > 0 && { sub_lectures: subLectures }),
      ...(attachments.length > 0 && { attachments }),
      ...(law && { law }),
      ...(lecture.practice.length > 0 && { practice: lecture.practice.map(formatPractice) }),
    }
    const file = joinPath('lectures', `${String(index + 1).padStart(2, '0')}-${lecture.slug}.md`)
    await writePage(writing, file, facts, lecture.description)
  }
  const questions = (await listQuestions(tx, product.id)).map((asked) => {
    const { key, question, options, optionKeys, answerIndex, rationale, lecture } = asked
    return {
      id: key,
      question,
      options: formatOptions(options, optionKeys),
      answer: options[answerIndex],
      ...(rationale !== '' && { rationale }),
      ...(lecture !== null && { lecture }),
    }
  })
  const { examinationTitle, examinationDraw } = course
  await writeYaml(at, 'examination.yaml', {
    title: examinationTitle,
    ...(examinationDraw !== null && { draw: examinationDraw }),
    questions,
  })
}

async function getCourseFacts({ tx, keep }: FolderWriteContext, course: Awaited<ReturnType<typeof getCourse>>) {
  const { level, sources, outcomes, audience, commonQuestions, teacher } = course
  const portrait = teacher && (await keep('', await findPortrait(tx, course.teacherPortraitFileId)))
  const approval = toApprovalFile(toApprovalPlan(await findApproval(tx, course.productId)))
  const saidOf = Object.entries(teacher ?? {}).filter(([, said]) => said !== '')
  return {
    ...(level !== '' && { level }),
    ...(sources.length > 0 && { sources }),
    ...(outcomes.length > 0 && { outcomes }),
    ...(audience !== '' && { audience }),
    ...(teacher && { teacher: { ...Object.fromEntries(saidOf), portrait } }),
    ...(approval && { approval }),
    ...(commonQuestions.length > 0 && {
      common_questions: commonQuestions.map(({ question, reply }) => ({ question, reply })),
    }),
  }
}

function formatOptions(options: readonly string[], keys: readonly string[]) {
  return keys.length > 0 ? Object.fromEntries(options.map((option, at) => [keys[at], option])) : options
}

function formatPractice(practised: LectureDraft['practice'][number]) {
  const { key, question, options, optionKeys, answerIndex, rationale } = practised
  return { id: key, question, options: formatOptions(options, optionKeys), answer: options[answerIndex], rationale }
}

function parseQuestions(lectures: readonly LectureDraft[]): string[] {
  return lectures.flatMap(({ practice }) => practice.map(({ question }) => question))
}

async function getCourseParts(db: Executor, product: StoredProduct): Promise<ProductParts> {
  const course = await getCourse(db, product.id)
  const { level, sources, examinationTitle, outcomes, audience } = course
  const portrait = await findPortrait(db, course.teacherPortraitFileId)
  const laws = await listCourseLaws(db, product.id)
  const lectures: Record<string, { called: string; name: string; file: string | undefined; rest: unknown }> = {}
  for (const [position, { id, slug, name, ...lecture }] of (await listLectures(db, product.id)).entries()) {
    const parts = {
      subLectures: await listSubLectures(db, id),
      attachments: await listAttachments(db, id),
      law: laws.get(id),
    }
    lectures[id] = { called: slug, name, file: lecture.video?.sha256, rest: { ...lecture, ...parts, position } }
  }
  const questions = (await listQuestions(db, product.id)).map(
    ({ key, question, options, optionKeys, answerIndex, rationale, lecture }) => [
      key,
      question,
      options,
      optionKeys,
      answerIndex,
      rationale,
      lecture,
    ],
  )
  return {
    ...(await loadCommonParts(db, product)),
    level,
    sources,
    outcomes,
    audience,
    teacher: [course.teacher, portrait],
    'common questions': course.commonQuestions,
    approval: [await findApproval(db, product.id)],
    lectures,
    examination: [examinationTitle, course.examinationDraw, questions],
  }
}
