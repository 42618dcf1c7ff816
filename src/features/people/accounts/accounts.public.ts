export { emailChanged } from './accounts.queues.ts'
export { toRoleColumns, findMember, findMemberId, listMembersByEmail, listTakenUsernames } from './accounts.queries.ts'
export { validateStoredName } from './accounts.service.ts'
export {
  type Account,
  selectMemberAccount,
  scheduleDeletion,
  listPendingEmails,
  listEmailsOfOthers,
  findDeletion,
  isErased,
  isLastOwner,
  listDeletionsDue,
  listNotErased,
  lockMemberRow,
  unscheduleDeletion,
} from './erasure.queries.ts'
export { eraseAccount } from './erasure.service.ts'
export { lockAccount, unlockAccount } from './locking.service.ts'
export { getRequesterId, revokeAccess, isStillPermitted } from './account-access.service.ts'
export { requestEmailChangeFor, getPendingEmail } from './email-change.service.ts'
export { sendVerificationAgain } from './email-verification.service.ts'
export {
  countMembers,
  findMemberById,
  findMembers,
  findNamedMembers,
  type MemberSearch,
} from './member-search.queries.ts'
export { validatePerson, createPasswordLink, createAccounts } from './account-creation.service.ts'
export { correctMemberName, type CorrectedName } from './name-correction.service.ts'
export { endSessionsByStaff, listSessionsForStaff } from './own-sessions.service.ts'
export { resetTwoFactor } from './two-factor-reset.service.ts'
export { createMember, createStaff } from './registration.service.ts'
export { renewInvitation } from './invitations.service.ts'
export { listStaff } from './staff.queries.ts'
export { requestTestEmail } from './test-email.service.ts'
export { setMemberRole } from './roles.service.ts'
export { filterOpenSessions } from './sessions.queries.ts'
export { identify, verifyCredentials, assertSessionOpen, startSession } from './session.service.ts'
