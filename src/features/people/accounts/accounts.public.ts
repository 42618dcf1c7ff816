export { lockMemberIfUnchanged } from './account-access.queries.ts'
export { getRequesterId, isStillPermitted, revokeAccess } from './account-access.service.ts'
export { type LockedStaff, assertStillPermitted, lockAndAuthorize } from './account-permissions.service.ts'
export {
  findByEmail,
  findByLogin,
  findCredentials,
  findHolders,
  findInvitee,
  findLoginState,
  findMailbox,
  findMember,
  findMemberId,
  insertMember,
  insertMembers,
  listMembersByEmail,
  listTakenUsernames,
  lockPasswordHash,
  lockStaffAndMember,
  makeStaff,
  markEmailVerified,
  replacePasswordHash,
  setLocked,
  setMemberName,
  setPasswordHash,
  setRole,
  setUnlocked,
  toRoleColumns,
  type Profile,
} from './accounts.queries.ts'
export {
  consumeEmailChange,
  deleteEmailChange,
  findEmailChange,
  findPendingEmail,
  lockEmail,
  saveEmailChange,
  setEmail,
} from './email-changes.queries.ts'
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
