export { eraseMutes, selectMemberMutes } from './muting.queries.ts'
export { muteMember, unmuteMember, getMute, assertCanPost, assertCanStillPost } from './muting.service.ts'
