export {
  listCourses,
  listProgress,
  type ProgressRow,
  type ProgressScope,
  type ProgressSearch,
} from './progress.queries.ts'
