export { accountStateInWords, factorsInWords, nameOf } from './member-search.rules.ts'
export { type FoundMember, lookUpMembers, memberById, type MemberPage, memberPage } from './member-search.service.ts'
