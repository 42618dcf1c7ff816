export { emailsOfEvents, logOfMember } from './audit.queries.ts'
export { isKind, kindsInWords } from './audit.rules.ts'
export { screenOf, type ToldEntry, toldEntry } from './entries.rules.ts'
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
} from './audit.service.ts'
export { logAsCsv, logPage, type LogSearch } from './log-pages.service.ts'
export { tellRefusedAct } from './refused-acts.service.ts'
