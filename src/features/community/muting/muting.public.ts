export { eraseMutes, selectMemberMutes } from './muting.queries.ts'
export { muteMember, getMute, assertCanPost, assertCanStillPost } from './muting.service.ts'
