export { courseFormat } from './course-format.service.ts'
export { getCourseHours, getWorksheet } from './courses.service.ts'
