export { emailChanged } from './accounts.queues.ts'
export { columnsOfRole, findMember, findMemberId, listHoldersOf, listTakenUsernames } from './accounts.queries.ts'
export { problemOfStoredName } from './accounts.service.ts'
export {
  type Account,
  accountOfMember,
  askDeletion,
  emailsOf,
  emailsOfOthers,
  findDeletion,
  isErased,
  isLastOwner,
  listDeletionsDue,
  listNotErased,
  lockMember,
  stopDeletion,
} from './erasure.queries.ts'
export { eraseAccount } from './erasure.service.ts'
export { lockAccount, unlockAccount } from './locking.service.ts'
export { askerOf, endAccess, mayStill } from './account-access.service.ts'
export { askForEmailOf, waitingEmail } from './email-change.service.ts'
export { sendVerificationAgain } from './email-verification.service.ts'
export {
  countMembers,
  findMemberById,
  findMembers,
  findNamedMembers,
  type MemberSearch,
} from './member-search.queries.ts'
export { checkPerson, choosingLink, makeAccounts } from './account-creation.service.ts'
export { correctNameIn, type CorrectedName } from './name-correction.service.ts'
export { endSessionsFor, sessionsForStaff } from './own-sessions.service.ts'
export { resetFactor } from './two-factor-reset.service.ts'
export { createMember, createStaff } from './registration.service.ts'
export { inviteAgain } from './invitations.service.ts'
export { listStaff } from './staff.queries.ts'
export { askForTestMail } from './test-email.service.ts'
export { setRoleOf } from './roles.service.ts'
export { listOpenAmong } from './sessions.queries.ts'
export { identify, opensAccount, refuseUnlessOpen, startSession } from './session.service.ts'
