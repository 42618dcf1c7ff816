export { courseFolder } from './course-folder.service.ts'
export { getCourseHours, getWorksheet } from './courses.service.ts'
export { coursePlanFormat } from './course-plan.service.ts'
