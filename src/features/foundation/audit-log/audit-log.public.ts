export { listEmailsInEvents, selectMemberAuditLog } from './audit-log.queries.ts'
export { isKnownKind, describeKinds } from './audit-log.rules.ts'
export { formatEntries, type EntryView, toEntryView } from './audit-entries.rules.ts'
export {
  type Actor,
  type AuditEvent,
  countFailedLogin,
  countRefusedLogin,
  erasePersonalValues,
  readLog,
  recordEvent,
  recordEventForMembers,
  assertActive,
  wasDoneBy,
  wasRecorded,
} from './audit-log.service.ts'
export { exportList } from './list-export.service.ts'
export { generateLogCsv, getLogPage, type LogSearch } from './log-pages.service.ts'
export { recordRefusedAction } from './refused-actions.service.ts'
