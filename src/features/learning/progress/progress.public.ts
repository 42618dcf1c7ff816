export { type CourseEngagement, getCourseEngagement } from './engagement.service.ts'
export {
  listCourses,
  listProgress,
  type ProgressRow,
  type ProgressScope,
  type ProgressSearch,
} from './progress.queries.ts'
