export { openCourses, type Reader } from './discussions.queries.ts'
