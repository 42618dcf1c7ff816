import type { Executor } from '#db/open-database.ts'
import {
  type FolderReadContext,
  type FolderWriteContext,
  joinPath,
  type PlanFiles,
  type PlanValidator,
  type ProductParts,
  readBody,
  readFiles,
  readPage,
  readRow,
  readTexts,
  replaceFiles,
  resolveAddress,
  toTextBlock,
  validateFields,
  writePage,
  writeRecord,
} from '#features/foundation/product-folders/product-folders.public.ts'
import type { ValuesOf } from '#features/foundation/product-folders/product-fields.contract.ts'
import { listCourseLaws, toLawPlan } from '#features/catalog/law/law.public.ts'
import { isSlug } from '#shared/ids.ts'
import { listLectureParts, listLectures } from './course-loading.queries.ts'
import {
  checkLectureContent,
  LECTURE_FIELDS,
  type LectureDraft,
  LectureFile,
  type LecturePlan,
} from './course-model.contract.ts'
import { checkPracticePlan } from './examination.service.ts'
import { checkPractice } from './practice.contract.ts'
import { toQuestionPlan } from './question-plans.rules.ts'

const LECTURE_NAME = /^(\d{1,3})-(.+)\.md$/
const ONE_SAMPLE_ERROR = 'another lecture in this course is already the free lecture. A course can have only one'

/** Finds the positions of all samples after the first one, because a course may have only one. */
function findExtraSamples(lectures: readonly { sample: boolean }[]): number[] {
  return lectures.flatMap(({ sample }, index) => (sample ? index : [])).slice(1)
}

export async function readLectures(reading: FolderReadContext, at: string): Promise<LectureDraft[]> {
  const { folder, problems } = reading
  const found: { number: number; file: string; lecture: LectureDraft }[] = []
  const slugs = new Set<string>()
  const ids = new Map<string, string>()
  const numbers = new Map<number, string>()
  const entries = await folder.entries(joinPath(at, 'lectures'))
  if (entries.length === 0) {
    problems.push({
      file: joinPath(at, 'lectures'),
      message: 'must contain at least one lecture, such as 01-introduction.md',
    })
  }
  for (const entry of entries) {
    const file = joinPath(at, 'lectures', entry.name)
    const [, number, slug] = LECTURE_NAME.exec(entry.name) ?? []
    if (number === undefined || slug === undefined || !isSlug(slug)) {
      problems.push({ file, message: 'must be named with a number and lowercase words, such as 01-introduction.md' })
      continue
    }
    if (slugs.has(slug)) problems.push({ file, message: 'has the same name as another lecture, except for the number' })
    slugs.add(slug)
    const earlier = numbers.get(Number(number))
    if (earlier !== undefined)
      problems.push({
        file,
        message: `has the same number as ${earlier}: give each lecture its own number, in order`,
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
  const page = await readPage(reading, LectureFile, file, (raw) => [...checkLectureContent(raw), ...checkPractice(raw)])
  if (!page) return undefined
  const key = page.value?.id
  const earlier = key === undefined ? undefined : ids.get(key)
  if (earlier !== undefined) {
    const message = `id: ${key} is already the ID of ${earlier}; give each lecture its own ID`
    reading.problems.push({ file, line: page.lineOf(['id']), message })
  }
  if (key !== undefined) ids.set(key, file)
  const files = await readFiles(reading, at, page, LECTURE_FIELDS)
  await readBody(reading, page, 'typed')
  await readTexts(reading, page, LECTURE_FIELDS)
  if (!page.value) return undefined
  const { video, audio } = page.value
  if ((video !== undefined && !files.has('video')) || (audio !== undefined && !files.has('audio'))) return undefined
  const values = replaceFiles<ValuesOf<typeof LECTURE_FIELDS>>(LECTURE_FIELDS, page.value, files)
  return { ...values, key, slug, description: page.body }
}

/** Checks a draft's lectures by the same rules as a folder's. */
export function checkLecturePlans(
  reading: PlanValidator,
  plans: readonly LecturePlan[],
  files: PlanFiles,
): LectureDraft[] {
  if (plans.length === 0) reading.addError(['lectures'], 'Please add at least one lecture.')
  for (const index of findExtraSamples(plans))
    reading.addError(['lectures', plans[index]?.id ?? '', 'sample'], ONE_SAMPLE_ERROR)
  const { practice: _practice, ...fields } = LECTURE_FIELDS
  const taken = new Set<string>()
  return plans.flatMap((plan) => {
    const { id, name, description } = plan
    const at = ['lectures', id]
    const practice = checkPracticePlan(reading, [...at, 'practice'], plan.practice)
    const { page, values } = validateFields(reading, fields, plan, { at, files, schema: LectureFile })
    for (const { path, message } of checkLectureContent({ ...plan, text: plan.text.trim() }))
      reading.addError([...at, ...(path.length > 0 ? path.map(String) : ['video'])], message)
    reading.demand(description, [...at, 'description'])
    const slug = resolveAddress(plan)
    if (name.trim() !== '' && !isSlug(slug))
      reading.addError([...at, 'address'], 'must be lowercase words and numbers joined by hyphens')
    else if (slug !== '' && taken.has(slug))
      reading.addError([...at, 'address'], 'another lecture already has this address')
    taken.add(slug)
    return page ? { ...values, practice, key: id, slug, description: description.trim() } : []
  })
}

export async function loadLectures(db: Executor, courseId: string): Promise<LecturePlan[]> {
  const { titles, handouts } = await listLectureParts(db, courseId)
  const laws = await listCourseLaws(db, courseId)
  return (await listLectures(db, courseId)).map((lecture) => ({
    id: lecture.key,
    address: lecture.slug,
    description: lecture.description,
    ...readRow(LECTURE_FIELDS, lecture),
    sub_lectures: (titles.get(lecture.id) ?? []).map(({ title }) => title),
    attachments: (handouts.get(lecture.id) ?? []).map(({ name, file }) => ({ name, file })),
    law: toLawPlan(laws.get(lecture.id) ?? null),
    practice: lecture.practice.map(toQuestionPlan),
  }))
}

export async function writeLectures(writing: FolderWriteContext, plans: readonly LecturePlan[]): Promise<void> {
  for (const [index, { id, address, description, ...plan }] of plans.entries()) {
    const file = joinPath('lectures', `${String(index + 1).padStart(2, '0')}-${address}.md`)
    const facts = await writeRecord(writing, LECTURE_FIELDS, plan)
    const text = plan.text !== '' && { text: toTextBlock(plan.text) }
    await writePage(writing, file, { id, ...facts, ...text }, description)
  }
}

/**
 * Describes lectures for an import's report. The keys are row IDs, because the folder may give a lecture another key
 * than it had.
 */
export async function reportLectures(db: Executor, courseId: string, plans: readonly LecturePlan[]) {
  const rows = await listLectures(db, courseId)
  const report: Record<string, { called: string; name: string; file: string | undefined; plan: unknown }> = {}
  for (const [position, plan] of plans.entries()) {
    const row = rows[position]
    const { address, ...rest } = plan
    if (row)
      report[row.id] = {
        called: address,
        name: plan.name,
        file: plan.video ?? plan.audio ?? undefined,
        plan: { ...rest, position },
      }
  }
  return report satisfies ProductParts[string]
}
