export { courseFolder } from './course-folders.service.ts'
export { getCourseHours, getWorksheet } from './courses.service.ts'
export { coursePlanFormat } from './course-plans.service.ts'
