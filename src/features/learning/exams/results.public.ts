export { selectExamResult } from './results.queries.ts'
