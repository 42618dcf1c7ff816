export { assignUsernames, createAccounts, createPasswordLink } from './account-creation.service.ts'
export { renewInvitation } from './invitations.service.ts'
export { lockAccount, unlockAccount } from './locking.service.ts'
export {
  type MemberSearch,
  countMembers,
  findMemberById,
  findMemberIds,
  findMembers,
  findNamedMembers,
} from './member-search.queries.ts'
export { renderNameChangedEmail } from './name-correction.email.ts'
export { type CorrectedName, correctMemberName } from './name-correction.service.ts'
export { setMemberRole } from './roles.service.ts'
export { createStaff } from './staff-creation.service.ts'
export { listStaff } from './staff.queries.ts'
export { renderTestEmail } from './test.email.ts'
export { resetTwoFactor } from './two-factor-reset.service.ts'
