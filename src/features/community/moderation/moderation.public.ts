export { countReported, eraseReports, selectMemberReports } from './moderation.queries.ts'
export { hideReportedPost } from './moderation.service.ts'
