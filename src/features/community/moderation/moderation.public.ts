export { countReported, eraseReports, reportsOfMember } from './moderation.queries.ts'
export { hide } from './moderation.service.ts'
