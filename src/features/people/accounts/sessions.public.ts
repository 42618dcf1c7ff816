export { describeDevice } from './device.rules.ts'
export { endSessionByLink } from './new-device.service.ts'
export {
  type SignInResult,
  assertSessionOpen,
  beginSession,
  endSession,
  identify,
  signIn,
  signInByLink,
  startSession,
  verifyCredentials,
} from './session.service.ts'
export { deleteOwnSession, deleteSessionsFor, filterOpenSessions, listSessions } from './sessions.queries.ts'
