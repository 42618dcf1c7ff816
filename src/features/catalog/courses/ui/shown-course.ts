import type { CourseDetail, ShownCourse } from '../courses.contract.ts'

/** Returns only what the page shows, because every visitor downloads it. */
export function toShownCourse({
  course_full_description: _text,
  sources: _sources,
  ...course
}: CourseDetail): ShownCourse {
  const lectures = course.lectures.map((lecture) => ({
    id: lecture.id,
    name: lecture.lecture_name,
    html: lecture.lecture_description_html,
    seconds: lecture.seconds,
    kind: lecture.kind,
    reading_minutes: lecture.reading_minutes,
    parts: lecture.sub_lecture.map(({ sub_lecture_title: title }) => title),
    files: lecture.attachments.map(({ file_name: name }) => name),
  }))
  return { ...course, lectures }
}
