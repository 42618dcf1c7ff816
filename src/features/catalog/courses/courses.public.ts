export { courseFolder } from './course-folder.service.ts'
export { hoursOfCourses } from './courses.service.ts'
export { coursePlanning } from './course-plan.service.ts'
