export { type FoundMember, lookUpMembers, type MemberPage, memberPage } from './lookup.service.ts'
