export { describeDevice } from './devices.rules.ts'
export { endSessionByLink } from './new-devices.service.ts'
export {
  assertSessionOpen,
  beginSession,
  beginSessionIn,
  endSession,
  identify,
  startSession,
  verifyCredentials,
} from './sessions.service.ts'
export { deleteOwnSession, deleteSessionsFor, filterOpenSessions, listSessions } from './sessions.queries.ts'
