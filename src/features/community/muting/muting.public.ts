export { eraseMutes, selectMemberMutes } from './muting.queries.ts'
export { muteMember, unmuteMember, getMute, assertCanPost, assertCanStillPost, assertNoLink } from './muting.service.ts'
