export { emailsOfEvents, logOfMember } from './audit-log.queries.ts'
export { isKind, kindsInWords } from './audit-log.rules.ts'
export { screenOf, type ToldEntry, toldEntry } from './audit-entries.rules.ts'
export {
  type Actor,
  type AuditEvent,
  countFailedLogin,
  countRefusedLogin,
  forgetPersonalValues,
  readLog,
  recordEvent,
  recordEventOfMany,
  refuseInactive,
  wasToldBefore,
} from './audit-log.service.ts'
export { logAsCsv, logPage, type LogSearch } from './log-pages.service.ts'
export { tellRefusedAct } from './refused-actions.service.ts'
