export { accountStateInWords, factorsInWords, nameOf } from './lookup.rules.ts'
export { type FoundMember, lookUpMembers, type MemberPage, memberPage } from './lookup.service.ts'
