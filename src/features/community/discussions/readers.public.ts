export { selectOpenCourses, type Reader } from './discussions.queries.ts'
