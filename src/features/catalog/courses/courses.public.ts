export { courseFormat } from './course-format.service.ts'
export { getDraw, previewCourse } from './course-previews.service.ts'
export { toCourseSummary } from './course-summaries.service.ts'
export { getCourseHours, getFeaturedCourses, getWorksheet } from './courses.service.ts'
