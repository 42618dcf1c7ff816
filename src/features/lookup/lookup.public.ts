export { accountStateInWords, factorsInWords, nameOf } from './lookup.rules.ts'
export { type FoundMember, lookUpMembers, memberById, type MemberPage, memberPage } from './lookup.service.ts'
