export { countReported, eraseReports, selectMemberReports } from './moderation.queries.ts'
export { dismissAllReports, hideReportedPost, listReportedPosts } from './moderation.service.ts'
export { decodeCursor } from './moderation.rules.ts'
