export { emailsOfEvents, logOfMember } from './audit.queries.ts'
export { isKind, kindsInWords, screenOf } from './audit.rules.ts'
export {
  type Actor,
  type AuditEvent,
  countFailedLogin,
  countRefusedLogin,
  forgetPersonalValues,
  readLog,
  recordEvent,
  wasToldBefore,
} from './audit.service.ts'
