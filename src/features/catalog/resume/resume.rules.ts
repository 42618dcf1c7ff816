export type StudiedLecture = {
  slug: string
  name: string
  /** The length of the video. Null if it is unknown. */
  seconds: number | null
  /** Where the member stopped. Zero if they watched to the end. */
  position: number
  isCompleted: boolean
  /** When the member last watched it. */
  usedAt: Date | undefined
}

export type StudiedCourse = {
  slug: string
  title: string
  hasCertificate: boolean
  hasExam: boolean
  hasPassed: boolean
  /** When the member started the exam, if they can still submit it. */
  examOpenedAt: Date | undefined
  lectures: StudiedLecture[]
}

/** `lecture` is undefined if only the exam or the certificate request remains. */
export type NextStep = { course: StudiedCourse; lecture: StudiedLecture | undefined }

/**
 * Returns the member's next step. It is the exam or lecture where they last stopped or, if they finished that, the next
 * incomplete lecture in this course or another. If nothing is left to do, it is a lecture that they are watching again,
 * or undefined.
 */
export function getNextStep(courses: readonly StudiedCourse[]): NextStep | undefined {
  const last = findLastStudied(courses)
  const since = last?.lecture.usedAt ?? 0
  // A member who has the certificate was probably only looking at the exam again.
  const examined = courses.findLast(
    ({ examOpenedAt, hasCertificate }) => !hasCertificate && examOpenedAt && examOpenedAt >= since,
  )
  if (examined) return { course: examined, lecture: undefined }
  const stopped = last && last.lecture.position > 0 ? last : undefined
  if (stopped && stopped.course.lectures.some(({ isCompleted }) => !isCompleted)) return stopped
  const others = courses.filter(({ slug }) => slug !== last?.course.slug)
  for (const course of [...(last ? [last.course] : []), ...others]) {
    if (course.hasCertificate || course.lectures.length === 0) continue
    const lecture = findNextIncomplete(course, course === last?.course ? last.lecture : undefined)
    // Without an exam, nothing is left after the lectures.
    if (lecture || course.hasExam) return { course, lecture }
  }
  return stopped
}

function findLastStudied(courses: readonly StudiedCourse[]) {
  let last: { course: StudiedCourse; lecture: StudiedLecture } | undefined
  for (const course of courses)
    for (const lecture of course.lectures)
      if (lecture.usedAt && !(last?.lecture.usedAt && last.lecture.usedAt >= lecture.usedAt)) last = { course, lecture }
  return last
}

function findNextIncomplete(
  { lectures }: StudiedCourse,
  ended: StudiedLecture | undefined,
): StudiedLecture | undefined {
  const open = lectures.filter(({ isCompleted, slug }) => !isCompleted && slug !== ended?.slug)
  const place = ended ? lectures.indexOf(ended) : -1
  return open.find((lecture) => lectures.indexOf(lecture) > place) ?? open[0]
}
