export { findActingMember, lockMemberIfUnchanged } from './account-access.queries.ts'
export { getRequesterId, isStillPermitted, revokeAccess } from './account-access.service.ts'
export { type LockedStaff, assertStillPermitted, lockAndAuthorize } from './account-permissions.service.ts'
export {
  acceptInvitedRole,
  findByEmail,
  findByLogin,
  findCredentials,
  findHolders,
  findLoginState,
  findMailbox,
  findMember,
  findMemberId,
  insertMember,
  insertMembers,
  listMembersByEmail,
  listTakenUsernames,
  lockMailbox,
  lockPasswordHash,
  lockStaffAndMember,
  markEmailVerified,
  replacePasswordHash,
  setEmail,
  setInvitedRole,
  setLocked,
  setMemberName,
  setPasswordHash,
  setRole,
  setUnlocked,
  toRoleColumns,
  type Profile,
} from './accounts.queries.ts'
export { listOwners } from './owners.queries.ts'
export {
  type Account,
  findDeletion,
  isErased,
  isLastOwner,
  listDeletionsDue,
  listEmailsOfOthers,
  listNotErased,
  listPendingEmails,
  lockMemberRow,
  scheduleDeletion,
  selectMemberAccount,
  unscheduleDeletion,
} from './erasure.queries.ts'
export { eraseAccount } from './erasure.service.ts'
export {
  Email,
  NameForm,
  NewPasswordForm,
  RegistrationForm,
  Username,
  groupMessagesByField,
  validateStoredName,
} from './member-forms.rules.ts'
