export { formatAccountState, formatTwoFactorMethods, getFullName } from './member-search.rules.ts'
export {
  type FoundMember,
  searchMembers,
  getMemberById,
  type MemberProfile,
  getMemberProfile,
} from './member-search.service.ts'
