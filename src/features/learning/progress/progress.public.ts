export { listCourses, listProgress, type ProgressRow, type ProgressSearch } from './progress.queries.ts'
