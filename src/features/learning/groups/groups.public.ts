export { eraseGroupMemberships, selectMemberGroups } from './erasure.queries.ts'
export { listGroups } from './groups.queries.ts'
export {
  addGroupCourse,
  addGroupMembers,
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  giveGroupAccess,
  removeGroupCourse,
  removeGroupMembers,
} from './groups.service.ts'
