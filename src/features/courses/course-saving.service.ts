import {
  type Handout,
  type ProductDraft,
  type ProductFile,
  saveHandouts,
  saveOptionalFile,
  saveProduct,
  saveProductFile,
  type Saving,
} from '#features/products/products.public.ts'
import {
  replaceAttachments,
  replaceQuestions,
  replaceSubLectures,
  retireLecturesExcept,
  saveCourseRow,
  saveLecture,
} from './course-saving.queries.ts'

export type LectureDraft = {
  /** Public id within the course. */
  slug: string
  name: string
  description: string
  video: ProductFile
  captions: ProductFile | undefined
  poster: ProductFile | undefined
  subLectures: string[]
  attachments: Handout[]
}

export type CourseDraft = ProductDraft & {
  level: string
  sources: string[]
  lectures: LectureDraft[]
  examination: {
    title: string
    /** `answerIndex` counts the options from 0. */
    questions: { question: string; options: string[]; answerIndex: number; rationale: string }[]
  }
}

/** Saves a course as it is from now on. Lectures and questions that are left out are retired: what members did with them stays. */
export async function saveCourse(saving: Saving, course: CourseDraft): Promise<void> {
  const { tx, now } = saving
  const courseId = await saveProduct(saving, 'course', course)
  const { level, sources, examination } = course
  await saveCourseRow(tx, { productId: courseId, level, sources, examinationTitle: examination.title })
  const kept: string[] = []
  for (const [position, lecture] of course.lectures.entries())
    kept.push(await saveLectureParts(saving, { ...lecture, courseId, position }))
  await retireLecturesExcept(tx, courseId, kept, now)
  await replaceQuestions(tx, courseId, { list: examination.questions, now })
}

async function saveLectureParts(
  saving: Saving,
  lecture: LectureDraft & { courseId: string; position: number },
): Promise<string> {
  const { tx } = saving
  const { courseId, slug, position, name, description, video, captions, poster } = lecture
  const id = await saveLecture(tx, {
    courseId,
    slug,
    position,
    name,
    description,
    videoFileId: await saveProductFile(saving, video),
    captionsFileId: await saveOptionalFile(saving, captions),
    posterFileId: await saveOptionalFile(saving, poster, 'everybody'),
  })
  await replaceSubLectures(tx, id, lecture.subLectures)
  await replaceAttachments(tx, id, await saveHandouts(saving, lecture.attachments))
  return id
}
