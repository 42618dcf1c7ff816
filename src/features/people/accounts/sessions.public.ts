export { describeDevice } from './devices.rules.ts'
export { endSessionByLink } from './new-devices.service.ts'
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
} from './sessions.service.ts'
export { deleteOwnSession, deleteSessionsFor, filterOpenSessions, listSessions } from './sessions.queries.ts'
