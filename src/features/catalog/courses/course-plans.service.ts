import type { Executor } from '#db/open-database.ts'
import {
  toApproval,
  findApproval,
  toApprovalPlan,
  toApprovalFile,
} from '#features/credentials/contact-hours/approvals.public.ts'
import {
  resolveAddress,
  EMPTY_PLAN,
  loadCommonPlan,
  listCommonTexts,
  type PlanFiles,
  type PlanHandler,
  PlanValidator,
  buildDraftFromPlan,
  validateCommonFields,
  readPlannedFile,
  readPlannedHandouts,
  type StoredProduct,
} from '#features/foundation/product-folders/product-folders.public.ts'
import { toLaw, listCourseLaws, toLawPlan, toLawFile } from '#features/catalog/law/law.public.ts'
import { isSlug } from '#shared/ids.ts'
import { toDocumentMarkdown, toTypedMarkdown } from '#shared/markdown.ts'
import { getCourse, listQuestions } from './course-folders.queries.ts'
import {
  checkExamination,
  CourseFile,
  ExaminationFile,
  findExtraSamples,
  LectureFile,
  ONE_SAMPLE_ERROR,
  findPracticedQuestions,
  toInstructor,
} from './course-folders.rules.ts'
import { CoursePlan, DEFAULT_BUYER_INFO, type LecturePlan, type QuestionPlan } from './course-plans.contract.ts'
import { buildPracticePlan, readPractice } from './practice-plans.service.ts'
import { listLectureParts, listLecturesForPlan } from './course-plans.queries.ts'
import { type LectureDraft, saveCourse } from './course-saving.service.ts'

export const coursePlanFormat: PlanHandler<CoursePlan> = {
  schema: CoursePlan,
  blank: {
    ...EMPTY_PLAN,
    level: '',
    sources: [],
    ...DEFAULT_BUYER_INFO,
    lectures: [],
    examination: { title: 'Examination', draw: '', questions: [] },
  },
  of: buildCoursePlan,
  texts: (plan) => [
    ...listCommonTexts(plan),
    { ...toDocumentMarkdown(plan.teacher.text), at: ['teacher', 'text'] },
    ...plan.common_questions.map(({ reply }, index) => ({
      ...toDocumentMarkdown(reply),
      at: ['common_questions', String(index), 'reply'],
    })),
    ...plan.lectures.map(({ id, description }) => ({
      ...toTypedMarkdown(description),
      at: ['lectures', id, 'description'],
    })),
  ],
  check(plan, publishing) {
    const reading = new PlanValidator()
    validateCommonFields(reading, plan)
    const page = reading.read(CourseFile, courseFacts(plan), [])
    const portrait = readPlannedFile(reading, publishing.files, {
      id: plan.teacher.portrait,
      at: ['teacher', 'portrait'],
      use: 'picture',
    })
    const lectures = readLectures(reading, plan.lectures, publishing.files)
    const examination = readExamination(reading, plan)
    if (reading.findings.length > 0 || !page || !examination) return { findings: reading.findings }
    const course = {
      ...buildDraftFromPlan(plan, page, publishing),
      level: page.level,
      sources: page.sources,
      outcomes: page.outcomes,
      audience: page.audience,
      commonQuestions: page.common_questions,
      teacher: toInstructor(page.teacher),
      approval: toApproval(page.approval),
      portrait,
      lectures,
      examination,
    }
    return { save: (saving) => saveCourse(saving, course) }
  },
}

/** Blank fields are treated as missing. */
const omitBlankFields = <Fields extends Record<string, string>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''))

function courseFacts({
  name,
  short,
  price,
  level,
  sources,
  outcomes,
  audience,
  teacher,
  common_questions,
  approval,
}: CoursePlan) {
  const approved = toApprovalFile(approval)
  const { name: teacherName, credentials, license, experience, text, portrait } = teacher
  const said = omitBlankFields({ credentials, license, experience, text })
  const hasTeacher = teacherName.trim() !== '' || portrait !== null || Object.keys(said).length > 0
  return {
    name,
    short,
    price,
    sources,
    outcomes,
    ...omitBlankFields({ level, audience }),
    ...(hasTeacher && { teacher: { name: teacherName, ...said } }),
    ...(approved && { approval: approved }),
    common_questions: common_questions.map(({ question, reply }) => ({ question, reply })),
  }
}

function readLectures(reading: PlanValidator, plans: readonly LecturePlan[], files: PlanFiles): LectureDraft[] {
  if (plans.length === 0) reading.addError(['lectures'], 'Please add at least one lecture.')
  for (const index of findExtraSamples(plans.map(({ sample }) => ({ isSample: sample }))))
    reading.addError(['lectures', plans[index]?.id ?? '', 'sample'], ONE_SAMPLE_ERROR)
  const taken = new Set<string>()
  const found: LectureDraft[] = []
  for (const plan of plans) {
    const at = ['lectures', plan.id]
    const { id, name, description, attachments } = plan
    const practice = readPractice(reading, [...at, 'practice'], plan.practice)
    const page = reading.read(LectureFile, lectureFacts(plan), at)
    reading.demand(description, [...at, 'description'])
    const slug = resolveAddress(plan)
    if (name.trim() !== '' && !isSlug(slug))
      reading.addError([...at, 'address'], 'must be lower-case words joined by hyphens')
    else if (slug !== '' && taken.has(slug))
      reading.addError([...at, 'address'], 'another lecture has this address already')
    taken.add(slug)
    const fileOf = (field: 'video' | 'captions' | 'poster') =>
      readPlannedFile(reading, files, {
        id: plan[field],
        at: [...at, field],
        use: field === 'poster' ? 'picture' : field,
      })
    const video = fileOf('video')
    if (plan.video === null) reading.addError([...at, 'video'], 'Please choose a video.')
    const more = { captions: fileOf('captions'), poster: fileOf('poster') }
    const handouts = readPlannedHandouts(reading, files, { list: attachments, at: [...at, 'attachments'] })
    if (!page || !video) continue
    found.push({
      isSample: plan.sample,
      key: id,
      slug,
      name: page.name,
      description: description.trim(),
      video,
      ...more,
      subLectures: page.sub_lectures,
      attachments: handouts,
      practice,
      law: toLaw(page.law),
    })
  }
  return found
}

function lectureFacts({ name, video, sub_lectures, attachments, law: planned }: LecturePlan) {
  const law = toLawFile(planned)
  const handouts = attachments.map((handout) => ({ name: handout.name, file: handout.file ?? '' }))
  return { name, video: video ?? 'none', sub_lectures, attachments: handouts, ...(law && { law }) }
}

function readExamination(reading: PlanValidator, { lectures, examination: { title, draw, questions } }: CoursePlan) {
  const at = ['examination']
  const raw = { title, ...omitBlankFields({ draw }), questions: questions.map(questionFacts) }
  const place = (path: readonly PropertyKey[]) => {
    const [list, index, ...rest] = path
    const id = list === 'questions' ? questions[Number(index)]?.id : undefined
    return id === undefined ? [...at, ...path.map(String)] : [...at, 'questions', id, ...rest.map(String)]
  }
  if (questions.length === 0) reading.addError([...at, 'questions'], 'Please add at least one question.')
  for (const { id, answer } of questions)
    if (answer === null) reading.addError([...at, 'questions', id, 'answer'], 'Please mark the right option.')
  const { data, error } = ExaminationFile.safeParse(raw)
  const practised = lectures.flatMap(({ practice }) => practice.map(({ question }) => question))
  const findings = [...(error?.issues ?? []), ...checkExamination(raw), ...findPracticedQuestions(raw, practised)]
  for (const { path, message } of findings)
    reading.addError(
      place(path),
      message.replace(/^question \d+(:| is)/, (_all, sign) => (sign === ':' ? '' : 'this is')).trim(),
    )
  if (!data || findings.length > 0) return undefined
  return {
    title: data.title,
    draw: data.draw ?? null,
    questions: data.questions.map(({ id, question, options: { texts, keys }, answer, rationale }, index) => ({
      key: id,
      question,
      options: texts,
      optionKeys: keys,
      answerIndex: texts.indexOf(answer),
      rationale: rationale ?? '',
      // A question whose lecture was removed is published without one.
      lecture: questions[index]?.lecture ?? undefined,
    })),
  }
}

function questionFacts({ id, question, options, answer, rationale }: QuestionPlan) {
  return {
    id,
    question,
    options: Object.fromEntries(options.map((option) => [option.id, option.text])),
    answer: options.find((option) => option.id === answer)?.text ?? '',
    ...(rationale.trim() !== '' && { rationale }),
  }
}

async function buildCoursePlan(db: Executor, product: StoredProduct): Promise<CoursePlan> {
  const { teacher, teacherPortraitFileId: portrait, ...course } = await getCourse(db, product.id)
  const { level, sources, outcomes, audience, commonQuestions, examinationTitle, examinationDraw } = course
  const { titles, handouts } = await listLectureParts(db, product.id)
  const laws = await listCourseLaws(db, product.id)
  const lectures = (await listLecturesForPlan(db, product.id)).map((lecture) => ({
    id: lecture.key,
    address: lecture.slug,
    name: lecture.name,
    description: lecture.description,
    video: lecture.videoFileId,
    captions: lecture.captionsFileId,
    poster: lecture.posterFileId,
    sample: lecture.isSample,
    sub_lectures: (titles.get(lecture.id) ?? []).map(({ title }) => title),
    attachments: (handouts.get(lecture.id) ?? []).map(({ name, file }) => ({ name, file })),
    practice: buildPracticePlan(lecture.practice),
    law: toLawPlan(laws.get(lecture.id) ?? null),
  }))
  const questions = (await listQuestions(db, product.id)).map(
    ({ key, question, options, optionKeys, answerIndex, rationale, lecture }) => {
      const named = options.map((text, index) => ({ id: optionKeys[index] ?? `option-${index + 1}`, text }))
      return { id: key, question, options: named, answer: named[answerIndex]?.id ?? null, rationale, lecture }
    },
  )
  return {
    ...(await loadCommonPlan(db, product)),
    level,
    sources,
    outcomes,
    audience,
    teacher: teacher ? { ...teacher, portrait } : DEFAULT_BUYER_INFO.teacher,
    common_questions: commonQuestions,
    approval: toApprovalPlan(await findApproval(db, product.id)),
    lectures,
    examination: { title: examinationTitle, draw: String(examinationDraw ?? ''), questions },
  }
}
