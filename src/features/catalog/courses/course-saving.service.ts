import { toApproval, saveApproval } from '#features/credentials/contact-hours/approvals.public.ts'
import { saveRow } from '#features/foundation/product-folders/product-folders.public.ts'
import type { ValuesOf } from '#features/foundation/product-folders/product-fields.contract.ts'
import { saveHandouts, saveOptionalFile, type SaveContext } from '#features/foundation/products/products.public.ts'
import { saveLaw, toLaw } from '#features/catalog/law/law.public.ts'
import {
  COURSE_FIELDS,
  type ExaminationDraft,
  getLectureReference,
  LECTURE_FIELDS,
  type LectureDraft,
} from './course-model.contract.ts'
import {
  type MatchedLecture,
  matchLectures,
  replaceAttachments,
  replaceQuestions,
  replaceSubLectures,
  retireLecturesExcept,
  saveCourseRow,
  saveLecture,
} from './course-saving.queries.ts'
import { toPracticeQuestions } from './question-plans.rules.ts'

type Course = ValuesOf<typeof COURSE_FIELDS> & { lectures: LectureDraft[]; examination: ExaminationDraft }

/** Saves a course. Removed lectures and questions are kept in the database, with what members did with them. */
export async function saveCourse(saving: SaveContext, { id: courseId }: { id: string }, course: Course): Promise<void> {
  const { tx, now } = saving
  const { examination } = course
  await saveCourseRow(tx, {
    productId: courseId,
    ...(await saveRow(saving, COURSE_FIELDS, course)),
    teacher: course.teacher ? toStoredTeacher(course.teacher) : null,
    teacherPortraitFileId: await saveOptionalFile(saving, course.teacher?.portrait, 'everybody'),
    examinationTitle: examination.title,
    examinationDraw: examination.draw,
  })
  await saveApproval(tx, courseId, toApproval(course.approval))
  const recognized = await matchLectures(tx, courseId, course.lectures)
  const savedIds = new Map<string, string>()
  for (const [position, lecture] of course.lectures.entries()) {
    const known = recognized[position]
    if (known)
      savedIds.set(
        getLectureReference(lecture),
        await saveLectureParts(saving, { ...lecture, ...known, courseId, position }),
      )
  }
  await retireLecturesExcept(tx, courseId, [...savedIds.values()], now)
  const list = examination.questions.map(({ lecture = '', ...question }) => {
    return { ...question, lectureId: savedIds.get(lecture) ?? null }
  })
  await replaceQuestions(tx, courseId, { list, now })
}

const toStoredTeacher = ({ portrait: _portrait, ...teacher }: NonNullable<Course['teacher']>) => teacher

async function saveLectureParts(
  saving: SaveContext,
  lecture: LectureDraft & MatchedLecture & { courseId: string; position: number },
): Promise<string> {
  const { tx } = saving
  const { id: known, courseId, key, slug, position, description } = lecture
  const id = await saveLecture(tx, {
    id: known,
    courseId,
    key,
    slug,
    position,
    description,
    ...(await saveRow(saving, LECTURE_FIELDS, lecture)),
    practice: toPracticeQuestions(lecture.practice),
  })
  await saveLaw(tx, id, toLaw(lecture.law))
  await replaceSubLectures(tx, id, lecture.sub_lectures)
  await replaceAttachments(tx, id, await saveHandouts(saving, lecture.attachments))
  return id
}
