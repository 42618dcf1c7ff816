import type { Executor } from '#db/open.ts'
import {
  approvalOf,
  findApproval,
  planOfApproval,
  writtenApproval,
} from '#features/credentials/contact-hours/approvals.public.ts'
import {
  addressOf,
  BLANK,
  commonPlan,
  commonTexts,
  type PlanFiles,
  type Planning,
  PlanReading,
  productDraftOf,
  readCommonParts,
  readPlannedFile,
  readPlannedHandouts,
  type StoredProduct,
} from '#features/foundation/course-folders/course-folders.public.ts'
import { lawOf, lawsOfCourse, planOfLaw, writtenLaw } from '#features/catalog/law/law.public.ts'
import { isSlug } from '#shared/ids.ts'
import { documentText, typedText } from '#shared/markdown.ts'
import { courseOf, questionsOf } from './course-folder.queries.ts'
import {
  checkExamination,
  CourseFile,
  ExaminationFile,
  furtherSamples,
  LectureFile,
  ONE_SAMPLE,
  practisedQuestions,
  teacherOf,
} from './course-folder.rules.ts'
import { CoursePlan, UNDECIDED, type LecturePlan, type QuestionPlan } from './course-plan.contract.ts'
import { planOfPractice, readPractice } from './practice-plan.service.ts'
import { partsOfLectures, plannedLectures } from './course-plan.queries.ts'
import { type LectureDraft, saveCourse } from './course-saving.service.ts'

/** A course in the studio. */
export const coursePlanning: Planning<CoursePlan> = {
  schema: CoursePlan,
  blank: {
    ...BLANK,
    level: '',
    sources: [],
    ...UNDECIDED,
    lectures: [],
    examination: { title: 'Examination', draw: '', questions: [] },
  },
  of: planOfCourse,
  texts: (plan) => [
    ...commonTexts(plan),
    { ...documentText(plan.teacher.text), at: ['teacher', 'text'] },
    ...plan.common_questions.map(({ reply }, index) => ({
      ...documentText(reply),
      at: ['common_questions', String(index), 'reply'],
    })),
    ...plan.lectures.map(({ id, description }) => ({ ...typedText(description), at: ['lectures', id, 'description'] })),
  ],
  check(plan, publishing) {
    const reading = new PlanReading()
    readCommonParts(reading, plan)
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
      ...productDraftOf(plan, page, publishing),
      level: page.level,
      sources: page.sources,
      outcomes: page.outcomes,
      audience: page.audience,
      commonQuestions: page.common_questions,
      teacher: teacherOf(page.teacher),
      approval: approvalOf(page.approval),
      portrait,
      lectures,
      examination,
    }
    return { save: (saving) => saveCourse(saving, course) }
  },
}

/** Empty lines are none. */
const filled = <Fields extends Record<string, string>>(fields: Fields) =>
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
  const approved = writtenApproval(approval)
  const { name: teacherName, credentials, license, experience, text, portrait } = teacher
  const said = filled({ credentials, license, experience, text })
  const isTold = teacherName.trim() !== '' || portrait !== null || Object.keys(said).length > 0
  return {
    name,
    short,
    price,
    sources,
    outcomes,
    ...filled({ level, audience }),
    ...(isTold && { teacher: { name: teacherName, ...said } }),
    ...(approved && { approval: approved }),
    common_questions: common_questions.map(({ question, reply }) => ({ question, reply })),
  }
}

function readLectures(reading: PlanReading, plans: readonly LecturePlan[], files: PlanFiles): LectureDraft[] {
  if (plans.length === 0) reading.tell(['lectures'], 'Please add at least one lecture.')
  for (const index of furtherSamples(plans.map(({ sample }) => ({ isSample: sample }))))
    reading.tell(['lectures', plans[index]?.id ?? '', 'sample'], ONE_SAMPLE)
  const taken = new Set<string>()
  const found: LectureDraft[] = []
  for (const plan of plans) {
    const at = ['lectures', plan.id]
    const { id, name, description, attachments } = plan
    const practice = readPractice(reading, [...at, 'practice'], plan.practice)
    const page = reading.read(LectureFile, lectureFacts(plan), at)
    reading.demand(description, [...at, 'description'])
    const slug = addressOf(plan)
    if (name.trim() !== '' && !isSlug(slug))
      reading.tell([...at, 'address'], 'must be lower-case words joined by hyphens')
    else if (slug !== '' && taken.has(slug))
      reading.tell([...at, 'address'], 'another lecture has this address already')
    taken.add(slug)
    const fileOf = (field: 'video' | 'captions' | 'poster') =>
      readPlannedFile(reading, files, {
        id: plan[field],
        at: [...at, field],
        use: field === 'poster' ? 'picture' : field,
      })
    const video = fileOf('video')
    if (plan.video === null) reading.tell([...at, 'video'], 'Please choose a video.')
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
      law: lawOf(page.law),
    })
  }
  return found
}

function lectureFacts({ name, video, sub_lectures, attachments, law: planned }: LecturePlan) {
  const law = writtenLaw(planned)
  const handouts = attachments.map((handout) => ({ name: handout.name, file: handout.file ?? '' }))
  return { name, video: video ?? 'none', sub_lectures, attachments: handouts, ...(law && { law }) }
}

function readExamination(reading: PlanReading, { lectures, examination: { title, draw, questions } }: CoursePlan) {
  const at = ['examination']
  const raw = { title, ...filled({ draw }), questions: questions.map(questionFacts) }
  const place = (path: readonly PropertyKey[]) => {
    const [list, index, ...rest] = path
    const id = list === 'questions' ? questions[Number(index)]?.id : undefined
    return id === undefined ? [...at, ...path.map(String)] : [...at, 'questions', id, ...rest.map(String)]
  }
  if (questions.length === 0) reading.tell([...at, 'questions'], 'Please add at least one question.')
  for (const { id, answer } of questions)
    if (answer === null) reading.tell([...at, 'questions', id, 'answer'], 'Please mark the right option.')
  const { data, error } = ExaminationFile.safeParse(raw)
  const practised = lectures.flatMap(({ practice }) => practice.map(({ question }) => question))
  const findings = [...(error?.issues ?? []), ...checkExamination(raw), ...practisedQuestions(raw, practised)]
  for (const { path, message } of findings)
    reading.tell(
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
      // Where the lecture has gone from the course, the question is asked without it.
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

async function planOfCourse(db: Executor, product: StoredProduct): Promise<CoursePlan> {
  const { teacher, teacherPortraitFileId: portrait, ...course } = await courseOf(db, product.id)
  const { level, sources, outcomes, audience, commonQuestions, examinationTitle, examinationDraw } = course
  const { titles, handouts } = await partsOfLectures(db, product.id)
  const laws = await lawsOfCourse(db, product.id)
  const lectures = (await plannedLectures(db, product.id)).map((lecture) => ({
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
    practice: planOfPractice(lecture.practice),
    law: planOfLaw(laws.get(lecture.id) ?? null),
  }))
  const questions = (await questionsOf(db, product.id)).map(
    ({ key, question, options, optionKeys, answerIndex, rationale, lecture }) => {
      const named = options.map((text, index) => ({ id: optionKeys[index] ?? `option-${index + 1}`, text }))
      return { id: key, question, options: named, answer: named[answerIndex]?.id ?? null, rationale, lecture }
    },
  )
  return {
    ...(await commonPlan(db, product)),
    level,
    sources,
    outcomes,
    audience,
    teacher: teacher ? { ...teacher, portrait } : UNDECIDED.teacher,
    common_questions: commonQuestions,
    approval: planOfApproval(await findApproval(db, product.id)),
    lectures,
    examination: { title: examinationTitle, draw: String(examinationDraw ?? ''), questions },
  }
}
