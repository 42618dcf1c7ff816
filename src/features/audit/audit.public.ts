export { isKind, kindsInWords, screenOf } from './audit.rules.ts'
export {
  type Actor,
  type AuditEvent,
  countFailedLogin,
  countRefusedLogin,
  forgetPersonalValues,
  readLog,
  recordEvent,
} from './audit.service.ts'
