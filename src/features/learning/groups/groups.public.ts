export { enrollIntoGroup, giveGroupAccess } from './group-access.service.ts'
export { eraseGroupMemberships, selectMemberGroups } from './erasure.queries.ts'
export { listGroups } from './groups.queries.ts'
export {
  addGroupCourse,
  addGroupMembers,
  changeGroup,
  createGroup,
  deleteGroup,
  getGroup,
  removeGroupCourse,
  removeGroupMembers,
} from './groups.service.ts'
