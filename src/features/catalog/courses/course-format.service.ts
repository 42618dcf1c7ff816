import { findApproval, toApprovalPlan } from '#features/credentials/contact-hours/approvals.public.ts'
import { createProductFormat, readRow } from '#features/foundation/product-folders/product-folders.public.ts'
import { type MarkdownText, toDocumentMarkdown, toTypedMarkdown } from '#shared/markdown.ts'
import { getCourse, listQuestions } from './course-loading.queries.ts'
import {
  checkContactHours,
  COURSE_FIELDS,
  COURSE_SECTIONS,
  type CoursePlan,
  type CourseSections,
  type ExaminationDraft,
  type LectureDraft,
} from './course-model.contract.ts'
import { saveCourse } from './course-saving.service.ts'
import { checkExaminationPlan, readExamination, writeExamination } from './examination.service.ts'
import { checkLecturePlans, loadLectures, readLectures, reportLectures, writeLectures } from './lectures.service.ts'
import { toQuestionPlan } from './question-plans.rules.ts'

export type CourseContents = { lectures: LectureDraft[]; examination: ExaminationDraft }

/** Reads and writes a course as a folder: course.md, a file per lecture, and examination.yaml. */
export const courseFormat = createProductFormat<typeof COURSE_FIELDS, CourseSections, CourseContents>({
  kind: 'course',
  fields: COURSE_FIELDS,
  check: checkContactHours,
  checkPlan(reading, { exam, approval, completion_certificate: isGiven }) {
    const raw = { exam, completion_certificate: String(isGiven), ...(!isBlankApproval(approval) && { approval }) }
    for (const { message } of checkContactHours(raw)) reading.addError(['exam'], message)
  },
  async load(db, { id }) {
    const { teacher, teacherPortraitFileId, examinationTitle, examinationDraw, ...course } = await getCourse(db, id)
    const questions = await listQuestions(db, id)
    return {
      ...readRow(COURSE_FIELDS, course),
      teacher: teacher ? { ...teacher, portrait: teacherPortraitFileId } : COURSE_FIELDS.teacher.blank,
      approval: toApprovalPlan(await findApproval(db, id)),
      lectures: await loadLectures(db, id),
      examination: {
        title: examinationTitle,
        draw: String(examinationDraw ?? ''),
        questions: questions.map(({ lecture, ...question }) => ({ ...toQuestionPlan(question), lecture })),
      },
    }
  },
  save: saveCourse,
  sections: {
    parts: COURSE_SECTIONS,
    async read(reading, at, page) {
      const lectures = await readLectures(reading, at)
      const isOptional = page?.['exam'] === 'none'
      const examination = await readExamination(reading, at, { lectures, isOptional })
      const texts = lectures.flatMap(listLectureTexts)
      return examination && { values: { lectures, examination }, texts }
    },
    check(reading, plan, files) {
      const lectures = checkLecturePlans(reading, plan.lectures, files)
      // The plan is the whole draft.
      const isOptional = (plan as CoursePlan).exam === 'none'
      const examination = checkExaminationPlan(reading, plan, { isOptional })
      return examination && { lectures, examination }
    },
    texts: ({ lectures }) =>
      lectures.flatMap(({ id, ...lecture }) => {
        const [description, text] = listLectureTexts(lecture)
        return [
          { ...description, at: ['lectures', id, 'description'] },
          { ...text, at: ['lectures', id, 'text'] },
        ]
      }),
    async write(writing, { lectures, examination }) {
      await writeLectures(writing, lectures)
      if (examination.questions.length > 0) await writeExamination(writing, examination)
    },
    async report(db, { id }, { lectures, examination }) {
      return { lectures: await reportLectures(db, id, lectures), examination: [examination] }
    },
  },
})

const listLectureTexts = ({
  description,
  text,
}: {
  description: string
  text: string
}): [MarkdownText, MarkdownText] => [toTypedMarkdown(description), toDocumentMarkdown(text)]

const isBlankApproval = (approval: CoursePlan['approval']) =>
  Object.values(approval).every((value) => value === '' || value === false)
